package response

import "github.com/dave/jennifer/jen"

// statusNames are net/http's names of the statuses that a Response may have.
var statusNames = map[int]string{
	200: "OK", 201: "Created", 202: "Accepted", 203: "NonAuthoritativeInfo", 204: "NoContent",
	205: "ResetContent", 206: "PartialContent", 207: "MultiStatus", 208: "AlreadyReported", 226: "IMUsed",
	300: "MultipleChoices", 301: "MovedPermanently", 302: "Found", 303: "SeeOther", 304: "NotModified",
	305: "UseProxy", 307: "TemporaryRedirect", 308: "PermanentRedirect",
	400: "BadRequest", 401: "Unauthorized", 402: "PaymentRequired", 403: "Forbidden", 404: "NotFound",
	405: "MethodNotAllowed", 406: "NotAcceptable", 407: "ProxyAuthRequired", 408: "RequestTimeout",
	409: "Conflict", 410: "Gone", 411: "LengthRequired", 412: "PreconditionFailed",
	413: "RequestEntityTooLarge", 414: "RequestURITooLong", 415: "UnsupportedMediaType",
	416: "RequestedRangeNotSatisfiable", 417: "ExpectationFailed", 418: "Teapot", 421: "MisdirectedRequest",
	422: "UnprocessableEntity", 423: "Locked", 424: "FailedDependency", 425: "TooEarly",
	426: "UpgradeRequired", 428: "PreconditionRequired", 429: "TooManyRequests",
	431: "RequestHeaderFieldsTooLarge", 451: "UnavailableForLegalReasons",
	500: "InternalServerError", 501: "NotImplemented", 502: "BadGateway", 503: "ServiceUnavailable",
	504: "GatewayTimeout", 505: "HTTPVersionNotSupported", 506: "VariantAlsoNegotiates",
	507: "InsufficientStorage", 508: "LoopDetected", 510: "NotExtended", 511: "NetworkAuthenticationRequired",
}

// statusName is the status as a Go programmer writes it: http.StatusOK.
func statusName(status int) *jen.Statement {
	if name := statusNames[status]; name != "" {
		return jen.Qual("net/http", "Status"+name)
	}
	return jen.Lit(status)
}
