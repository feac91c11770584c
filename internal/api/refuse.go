package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
)

// refusal is why a request is not done. It is what the client gets.
type refusal struct {
	status  int
	code    string // for programs
	message string
	option  string // that is wrong; "": none is
}

func (r *refusal) Error() string { return r.message }

var (
	tooLarge = &refusal{status: http.StatusRequestEntityTooLarge, code: "too_large", message: "the body has more than " + strconv.Itoa(mostBody) + " bytes"}
	busy     = &refusal{status: http.StatusServiceUnavailable, code: "busy", message: "too much is being worked on: try again"}
)

// invalid says that a body, or an option in it or in the query, is not what it must be.
func invalid(option string, err error) *refusal {
	return &refusal{status: http.StatusBadRequest, code: "invalid_request", message: err.Error(), option: option}
}

// errorBody is what the client gets of it.
type errorBody struct {
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Option  string `json:"option,omitempty"`
	} `json:"error"`
}

// refuse answers with an error. What is no refusal is a mistake of ours, and not told
// in its words: they may be of what a request holds.
func refuse(w http.ResponseWriter, err error) {
	var no *refusal
	if !errors.As(err, &no) {
		no = &refusal{status: http.StatusInternalServerError, code: "internal", message: "it could not be done"}
	}
	var told errorBody
	told.Error.Code, told.Error.Message, told.Error.Option = no.code, no.message, no.option
	body, _ := json.Marshal(told) // texts only
	body = append(body, '\n')
	switch no.status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", "Bearer")
	case http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", "1")
	}
	send(w, no.status, "application/json", body)
}

func send(w http.ResponseWriter, status int, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body) // who has hung up gets nothing
}
