// Package jsondoc ranks JSON, whole or cut: the shape of each record once, and the
// values that deviate or say that something is wrong. It tells for each unit
// whether its place in the syntax is certain.
package jsondoc
