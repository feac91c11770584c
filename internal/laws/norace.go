//go:build !race

package laws

const raced = false
