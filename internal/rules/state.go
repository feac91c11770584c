package rules

// StateOf returns what a status says of how something is doing: one of the kinds of
// the room State, None if it says nothing that is known.
func StateOf(text []byte) Kind {
	h, _ := Find(State, text)
	return h.Kind
}

// Succeeds tells whether a key in lower case says that something went well, so that a value of
// false says that it didn't.
func Succeeds(key string) bool {
	switch key {
	case "success", "succeeded", "ok", "passed", "pass", "healthy", "valid", "wassuccessful":
		return true
	}
	return false
}

// Troubled tells whether a status, in a cell of a table or behind a key, says that
// something is wrong.
func Troubled(text []byte) bool {
	switch StateOf(text) {
	case StateFailed, StateUnsettled, StateTroubled:
		return true
	case StateFine:
		return false
	}
	severity, _ := SeverityAt(text, AsLevel)
	return severity >= SeverityError
}
