// Package logs ranks the records of services, the system's calls and histories of
// commits: by level, by template, and by what deviates.
package logs
