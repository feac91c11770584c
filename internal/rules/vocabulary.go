package rules

// Room is a question that rules answer of a text.
type Room uint8

// The rooms.
const (
	Line    Room = iota // what a user wants done with a line, whatever it is of
	Test                // what a line of a test run is; the text has no blanks around it
	Behind              // the same of one that begins with a place, a count or a clock; the text is what stands behind it
	Tagged              // the same of one that has a build tool's tag; the text is what stands behind it, without blanks
	Title               // what a title between two rules, or before a colon, stands over
	Path                // whose code a path leads to
	Symbol              // whose code a qualified name is
	Word                // how bad a word says it is; the text is the word alone
	Sign                // how bad a sign is that a text begins with
	Form                // what a line is by how it begins, whatever printed it; the text has no blanks around it
	Code                // what a line of a language is by its first word; the text likewise
	Opener              // with what a file of source opens; the text likewise
	Count               // what a counted word speaks of; the text is the word alone
	State               // how something is doing; the text is what a status or its like says
	Message             // what a line of a failure's message says; the text has no blanks around it
	Detail              // what a key of a failure's diagnostics says, as TAP has them
	Column              // what a column says of its rows; the text is its name
	Phrase              // what a sentence says by a word of it; FindFrom finds the next
	Build               // what a line of a build is; the text has no indentation
	Topic               // what a diagnostic's message is about
	Frame               // what a line around stack traces is; the text has no blanks around it
	Thread              // how a thread fares, by a word of its head
	Job                 // what a CI server says of the steps of a job; the text is the line, or what it draws over
	roomsEnd
)

// Kind is an answer. Each belongs to one room.
type Kind uint8

// The kinds. None is no rule's: Find returns it where none answers.
const (
	None Kind = iota

	LineShow // critical, whatever the reducer thinks of it
	LineHide // bulk, unless something else keeps it

	TestPass     // a test or a file that passed
	TestNoise    // progress, separators, session data
	TestStart    // a named test starts, or its output goes on
	TestHead     // a failing test: its name or its place follow
	TestReport   // the same, and its details follow it, rather than stand in a list
	TestVerdict  // a failing test, or the totals, if it counts something
	TestEcho     // a failing test in a list of all tests
	TestSkip     // a test that was not run
	TestSummary  // the tool's totals
	TestGood     // the totals of a part that passed
	TestTitle    // opens a list or a chapter of failures
	TestCaptured // opens what a test printed
	TestAlarm    // a failure's message, wherever it stands
	TestDump     // opens a panic, a race or a checker's report
	TestSource   // source code around a failure
	TestBench    // a benchmark's row
	TestChapter  // opens what is no test's: a table of coverage

	// Those of them that a place, a count or a clock may have before it.
	BehindPass
	BehindNoise
	BehindStart
	BehindHead
	BehindReport
	BehindSkip
	BehindSummary
	BehindFrame // a frame of a stack trace

	TaggedDump  // behind the process that a checker found it in
	TaggedPass  // behind what is no error
	TaggedNoise // behind an error

	TitleList     // a list of what failed, also before a colon
	TitleFailure  // the same, between rules only
	TitleHead     // a failing test
	TitleReport   // the same, and its details
	TitleCaptured // what a test printed
	TitleTable    // a table of coverage
	TitleChapter  // something else: warnings, durations

	MessageNoise   // what only says how to see more, or how two values were compared
	MessageWhere   // where a value in the line before came from
	MessageEcho    // what the first line of the message said
	MessageExample // the arguments that it failed with follow, indented
	MessageQuote   // what was expected or came follows, indented
	MessageSource  // what stands in a report and is no message
	MessageLegend  // which sign of a difference is whose

	DetailNoise  // nothing that a reader of the failure needs
	DetailEmpty  // the same, but what stands under it
	DetailFrames // a stack trace stands under it
	DetailSide   // a side of a difference

	PathLibrary // of a library or a tool, not of the reader's own code

	SymbolLibrary // of a language's runtime, a test framework or a library
	SymbolPackage // a library's, unless the place beside it is in the reader's own tree

	// How bad a word says it is, in every role, or in one only.
	WordNote
	WordWarning
	WordError
	WordFatal
	WordNoteMessage
	WordWarningMessage
	WordErrorMessage
	WordFatalMessage
	WordErrorGrade
	WordNoteGrade
	WordDebugLevel
	WordErrorLevel
	WordFatalLevel
	WordWarningLetter // of a message too: "W: "
	WordErrorLetter   // of a message too: "E: "

	SignNote
	SignWarning
	SignError

	FormResult   // only a test runner prints it, and the room Test says no more of it
	FormMaybe    // a test's result, but others print such lines too
	FormScenario // a step of a scenario, if its place stands behind it
	FormTrace    // opens a stack trace
	FormFrame    // a frame of one, if a place or a number stands in it
	FormStep     // a step of a build, a package manager, a linker
	FormBuilds   // the same, and what gives its lines levels is no service
	FormMessage  // a diagnostic without a place
	FormFinding  // opens a finding of a scanner's that has a line for each field
	FormOpens    // begins what one step of a CI server prints, or one command
	FormShuts    // ends that
	FormLegend   // says what the signs of a difference mean

	CodeDefinition // opens a function, class or module, without a brace
	CodeBrace      // of a language with braces
	CodeIndented   // of one that indents
	CodeCloses     // ends or parts a block

	// How a file of source opens: what must hold of the line beside.
	OpenerAny
	OpenerStatement // it ends as one does
	OpenerDeclaration
	OpenerPackage
	OpenerImport
	OpenerBlock // it opens one
	OpenerShort // it has few words
	OpenerModule
	OpenerQuoted  // what it names is in quotes
	OpenerGeneric // it has parameters in angles
	OpenerAnnotation

	CountThing     // what a runner runs
	CountOutcome   // what became of it
	CountMistake   // what a linter finds
	CountEither    // what became of it, or what a linter finds
	CountBetween   // nothing: it stands between a number and what it counts
	StateFine      // as it should be, though it begins like one that is not
	StateFailed    // it failed
	StateUnsettled // it may yet become well, or was ended by someone
	StateTroubled  // worth a look in a row of a table; elsewhere the word is too usual
	StateGrave     // a grade of findings

	ColumnStatus  // how they are doing, in words
	ColumnGrade   // how grave a finding is
	ColumnUse     // a share that is bad when it is high
	ColumnCover   // a share that is bad when it is low
	ColumnReady   // how many of how many: 1/2
	ColumnProcess // the letter of a process: S, Z, T
	ColumnPackage // the letters of a package: ii, rc
	// That something went wrong: wherever it is said, or in some roles only.
	PhraseFailures // in a word that tools also count when they sum up
	PhraseFailure
	PhraseRefusal
	PhraseComplaint
	PhraseTrouble
	PhraseRecord
	PhraseVerdict // that all of it went wrong
	PhraseResult  // that something is done
	PhraseMistake // what tools count of what they found wrong
	PhraseCount   // what else they count when they sum up

	BuildHint    // where to read more, or how to turn a rule off: the same for each diagnostic
	BuildPlace   // names the place of the diagnostic around it
	BuildError   // begins with what says in a tool's own way how bad it is
	BuildWarning // the same
	BuildFinding // the same, of a tool that names no severity
	BuildLead    // says where the next diagnostic comes from
	BuildStep    // is the next step, so that the diagnostic before it is over
	BuildHeading // names the file that the findings below it are in
	BuildSymbol  // says which symbol the message above it is about
	BuildDetail  // says more of the message above it
	BuildSum     // counts the warnings before it
	BuildPlan    // announces what is to happen to the packages listed below it
	BuildRemoval // the same, if it takes them away or holds them back
	BuildChange  // a change that is to be made
	BuildProbe   // what a configuration found out about the machine
	BuildRunner  // an error of who ran the tool: that it failed

	TopicNote // belongs to another diagnostic
	TopicLink // a linker's: what stands before it is where the symbol is used

	FrameCrash   // begins what a runtime prints when a program dies
	FrameOpening // the same, and says nothing by itself
	FrameNoise   // what debuggers and checkers print around what matters
	FrameThread  // begins one thread's part of a dump of many

	ThreadBlocked // it waits for another thread

	JobHead   // begins a step
	JobShell  // the same, of a server that says each command behind a dollar sign
	JobLate   // begins what a job does when what it is for is done
	JobShut   // ends a step, or what belongs to none
	JobNames  // begins what a step came to; the command that it names follows
	JobPassed // the step passed
	JobFailed // the step failed
	JobBroke  // the job failed: the last step before its clean-up
	JobGood   // the job passed

	kindsEnd
)

// roomNames are what the rooms are called in a file.
var roomNames = [roomsEnd]string{Line: "line", Test: "test", Path: "path", Symbol: "symbol", Word: "word", Sign: "sign", Form: "form", Code: "code", Opener: "opener", Count: "count", State: "state", Behind: "behind", Tagged: "tagged", Title: "title", Message: "message", Detail: "detail", Column: "column", Phrase: "phrase", Build: "build", Topic: "topic", Frame: "frame", Thread: "thread", Job: "job"}

// folded are the rooms that take either case of an ASCII letter for the same. Their
// literals are in lower case.
var folded = [roomsEnd]bool{Word: true, Count: true, State: true, Column: true, Topic: true}

// kinds are the rooms and the names of the kinds.
var kinds = [kindsEnd]struct {
	room Room
	name string
}{
	LineShow: {Line, "show"}, LineHide: {Line, "hide"},

	TestPass: {Test, "pass"}, TestNoise: {Test, "noise"}, TestStart: {Test, "start"}, TestHead: {Test, "head"},
	TestReport: {Test, "report"}, TestVerdict: {Test, "verdict"}, TestEcho: {Test, "echo"}, TestSkip: {Test, "skip"},
	TestSummary: {Test, "summary"}, TestGood: {Test, "good"}, TestTitle: {Test, "title"}, TestCaptured: {Test, "captured"},
	TestAlarm: {Test, "alarm"}, TestDump: {Test, "dump"}, TestSource: {Test, "source"}, TestBench: {Test, "bench"},
	TestChapter: {Test, "chapter"},

	BehindPass: {Behind, "pass"}, BehindNoise: {Behind, "noise"}, BehindStart: {Behind, "start"}, BehindHead: {Behind, "head"}, BehindReport: {Behind, "report"},
	BehindSkip: {Behind, "skip"}, BehindSummary: {Behind, "summary"}, BehindFrame: {Behind, "frame"},

	TaggedDump: {Tagged, "dump"}, TaggedPass: {Tagged, "pass"}, TaggedNoise: {Tagged, "noise"},

	TitleList: {Title, "list"}, TitleFailure: {Title, "failure"}, TitleHead: {Title, "head"}, TitleReport: {Title, "report"}, TitleCaptured: {Title, "captured"},
	TitleTable: {Title, "table"}, TitleChapter: {Title, "chapter"},

	MessageNoise: {Message, "noise"}, MessageWhere: {Message, "where"}, MessageEcho: {Message, "echo"}, MessageExample: {Message, "example"},
	MessageQuote: {Message, "quote"}, MessageSource: {Message, "source"}, MessageLegend: {Message, "legend"},

	DetailNoise: {Detail, "noise"}, DetailEmpty: {Detail, "empty"}, DetailFrames: {Detail, "frames"}, DetailSide: {Detail, "side"},

	PathLibrary: {Path, "library"},

	SymbolLibrary: {Symbol, "library"}, SymbolPackage: {Symbol, "package"},

	WordNote: {Word, "note"}, WordWarning: {Word, "warning"}, WordError: {Word, "error"}, WordFatal: {Word, "fatal"},
	WordNoteMessage: {Word, "note.message"}, WordWarningMessage: {Word, "warning.message"}, WordErrorMessage: {Word, "error.message"}, WordFatalMessage: {Word, "fatal.message"},
	WordErrorGrade: {Word, "error.grade"}, WordNoteGrade: {Word, "note.grade"},
	WordDebugLevel: {Word, "debug.level"}, WordErrorLevel: {Word, "error.level"}, WordFatalLevel: {Word, "fatal.level"},
	WordWarningLetter: {Word, "warning.letter"}, WordErrorLetter: {Word, "error.letter"},

	SignNote: {Sign, "note"}, SignWarning: {Sign, "warning"}, SignError: {Sign, "error"},

	FormResult: {Form, "result"}, FormMaybe: {Form, "maybe"}, FormScenario: {Form, "scenario"}, FormTrace: {Form, "trace"}, FormFrame: {Form, "frame"},
	FormStep: {Form, "step"}, FormBuilds: {Form, "builds"}, FormMessage: {Form, "message"}, FormFinding: {Form, "finding"}, FormOpens: {Form, "opens"}, FormShuts: {Form, "shuts"}, FormLegend: {Form, "legend"},

	CodeDefinition: {Code, "definition"}, CodeBrace: {Code, "brace"}, CodeIndented: {Code, "indented"}, CodeCloses: {Code, "closes"},

	OpenerAny: {Opener, "any"}, OpenerStatement: {Opener, "statement"}, OpenerDeclaration: {Opener, "declaration"}, OpenerPackage: {Opener, "package"}, OpenerImport: {Opener, "import"},
	OpenerBlock: {Opener, "block"}, OpenerShort: {Opener, "short"}, OpenerModule: {Opener, "module"}, OpenerQuoted: {Opener, "quoted"}, OpenerGeneric: {Opener, "generic"}, OpenerAnnotation: {Opener, "annotation"},

	CountThing: {Count, "thing"}, CountOutcome: {Count, "outcome"}, CountMistake: {Count, "mistake"}, CountEither: {Count, "either"}, CountBetween: {Count, "between"},
	StateFine: {State, "fine"}, StateFailed: {State, "failed"}, StateUnsettled: {State, "unsettled"}, StateTroubled: {State, "troubled"}, StateGrave: {State, "grave"},

	ColumnStatus: {Column, "status"}, ColumnGrade: {Column, "grade"}, ColumnUse: {Column, "use"}, ColumnCover: {Column, "cover"},
	ColumnReady: {Column, "ready"}, ColumnProcess: {Column, "process"}, ColumnPackage: {Column, "package"},
	PhraseFailures: {Phrase, "failures"}, PhraseFailure: {Phrase, "failure"}, PhraseRefusal: {Phrase, "refusal"}, PhraseComplaint: {Phrase, "complaint"},
	PhraseTrouble: {Phrase, "trouble"}, PhraseRecord: {Phrase, "record"}, PhraseVerdict: {Phrase, "verdict"}, PhraseResult: {Phrase, "result"},
	PhraseMistake: {Phrase, "mistake"}, PhraseCount: {Phrase, "count"},

	BuildHint: {Build, "hint"}, BuildPlace: {Build, "place"}, BuildError: {Build, "error"}, BuildWarning: {Build, "warning"}, BuildFinding: {Build, "finding"},
	BuildLead: {Build, "lead"}, BuildStep: {Build, "step"}, BuildHeading: {Build, "heading"}, BuildSymbol: {Build, "symbol"},
	BuildDetail: {Build, "detail"}, BuildSum: {Build, "sum"}, BuildPlan: {Build, "plan"}, BuildRemoval: {Build, "removal"}, BuildChange: {Build, "change"}, BuildProbe: {Build, "probe"}, BuildRunner: {Build, "runner"},

	TopicNote: {Topic, "note"}, TopicLink: {Topic, "link"},

	FrameCrash: {Frame, "crash"}, FrameOpening: {Frame, "opening"}, FrameNoise: {Frame, "noise"}, FrameThread: {Frame, "thread"},

	ThreadBlocked: {Thread, "blocked"},

	JobHead: {Job, "head"}, JobShell: {Job, "shell"}, JobLate: {Job, "late"}, JobShut: {Job, "shut"}, JobNames: {Job, "names"},
	JobPassed: {Job, "passed"}, JobFailed: {Job, "failed"}, JobBroke: {Job, "broke"}, JobGood: {Job, "good"},
}

// String returns the room's name in a file.
func (r Room) String() string { return roomNames[r] }

// String returns the kind's name in a file.
func (k Kind) String() string { return kinds[k].name }

// Room returns the room whose answer the kind is.
func (k Kind) Room() Room { return kinds[k].room }

// Rooms returns every room.
func Rooms() []Room {
	all := make([]Room, roomsEnd)
	for i := range all {
		all[i] = Room(i)
	}
	return all
}

// Kinds returns the kinds of a room.
func Kinds(room Room) []Kind {
	var all []Kind
	for k := None + 1; k < kindsEnd; k++ {
		if kinds[k].room == room {
			all = append(all, k)
		}
	}
	return all
}

// roomNamed returns the room of that name.
func roomNamed(name string) (Room, bool) {
	for r, n := range roomNames {
		if n == name {
			return Room(r), true
		}
	}
	return 0, false
}

// kindNamed returns the room's kind of that name.
func kindNamed(room Room, name string) (Kind, bool) {
	for k := None + 1; k < kindsEnd; k++ {
		if kinds[k].room == room && kinds[k].name == name {
			return k, true
		}
	}
	return None, false
}
