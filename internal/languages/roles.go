package languages

// Role is what a word of a language is for. A word may have several.
type Role uint32

const (
	Body       Role = 1 << iota // declares, and a brace behind it holds statements
	Type                        // declares, and a brace behind it holds members
	Enum                        // declares, and a brace behind it holds values
	Value                       // declares something that has no members
	Variable                    // declares a variable or a constant
	Scope                       // holds declarations, and is none itself
	Alias                       // gives a type a name
	Headed                      // heads a block that is worth naming
	Modifier                    // stands before the word that declares
	Flow                        // begins a statement of a program's flow
	Control                     // begins a statement that declares nothing
	Qualifier                   // parentheses behind it hold no parameters
	Label                       // may stand before a colon among declarations
	Wraps                       // is given a function around all that a file declares
	Suite                       // is given a function that declares tests
	Case                        // is given a function that is a test, or belongs to one
	Contextual                  // declares only where a name follows
)

// RoleNames are what the roles are called in a file, in the same order.
var RoleNames = [...]string{"body", "type", "enum", "value", "variable", "scope", "alias", "block", "modifier", "flow", "control", "qualifier", "label", "wraps", "suite", "case", "contextual"}

// Declares are the roles of words that declare.
const Declares = Body | Type | Enum | Value | Variable | Alias

// Roles returns what the word is for in the language.
func (l *Language) Roles(word string) Role { return find(rolesOf[l.ID], word) }

// Is tells whether the word has one of the roles.
func (l *Language) Is(word string, roles Role) bool { return l.Roles(word)&roles != 0 }

// Anywhere returns what the word is for in any language.
func Anywhere(word string) Role { return find(rolesAnywhere[:], word) }

// wordRoles is a word and what it is for.
type wordRoles struct {
	word  string
	roles Role
}

// find looks in words that stand in their order.
func find(list []wordRoles, word string) Role {
	for len(list) > 0 {
		i := len(list) / 2
		switch w := &list[i]; {
		case w.word == word:
			return w.roles
		case w.word < word:
			list = list[i+1:]
		default:
			list = list[:i]
		}
	}
	return 0
}
