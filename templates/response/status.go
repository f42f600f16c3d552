package response

import "github.com/dave/jennifer/jen"

// statusNames are net/http's names of the statuses that workflows answer with.
var statusNames = map[int]string{
	200: "OK", 201: "Created", 202: "Accepted", 204: "NoContent", 206: "PartialContent",
	301: "MovedPermanently", 302: "Found", 303: "SeeOther", 304: "NotModified", 307: "TemporaryRedirect", 308: "PermanentRedirect",
	400: "BadRequest", 401: "Unauthorized", 402: "PaymentRequired", 403: "Forbidden", 404: "NotFound", 405: "MethodNotAllowed",
	406: "NotAcceptable", 408: "RequestTimeout", 409: "Conflict", 410: "Gone", 412: "PreconditionFailed",
	413: "RequestEntityTooLarge", 415: "UnsupportedMediaType", 418: "Teapot", 422: "UnprocessableEntity", 423: "Locked",
	425: "TooEarly", 428: "PreconditionRequired", 429: "TooManyRequests", 451: "UnavailableForLegalReasons",
	500: "InternalServerError", 501: "NotImplemented", 502: "BadGateway", 503: "ServiceUnavailable", 504: "GatewayTimeout",
}

// statusName is the status as a Go programmer writes it: http.StatusOK.
func statusName(status int) *jen.Statement {
	if name := statusNames[status]; name != "" {
		return jen.Qual("net/http", "Status"+name)
	}
	return jen.Lit(status)
}
