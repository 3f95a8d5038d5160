import type { SiteFinding } from '#contracts/site-checks.ts'

/** A page of a website, written for the site check, with the codes of everything there is to find in it. */
export interface CheckedPage {
  readonly name: string
  /** Status of its response; 200 by default. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** `PARLEY`, `UUID` and `TAG` stand for Parley's origin, the assistant and its embed code. */
  readonly html: string
  /** Path that the typed address redirects to, where the page is. */
  readonly movedTo?: string
  readonly finds: readonly SiteFinding['code'][]
}

/** A page with the usual frame around its body. */
export const framed = (body: string, head = ''): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Corner Bakery</title>\n${head}\n</head>\n<body>\n${body}\n</body>\n</html>\n`
