/** The server said no, or nothing: then `status` is 0. */
export class ApiError extends Error {
  readonly status: number
  /** Wait requested by the server, ms. */
  readonly retryAfter: number

  constructor(status: number, message = '', retryAfter = 0) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}
