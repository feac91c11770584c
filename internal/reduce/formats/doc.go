// Package formats ranks what is told by its lines whatever its shape: reports on
// programs and certificates, playbooks, exchanges over the network, timings.
package formats
