// Package listing ranks lists of files, settings, records and states.
package listing
