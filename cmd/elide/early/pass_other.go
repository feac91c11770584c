//go:build !unix

package early

// unlimited leaves all to the filter.
func unlimited() bool { return false }

func readWhole() bool { return false }

func printed() bool { return false }
