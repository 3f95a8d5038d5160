import { Router } from 'express'
import { type Context, newSecret } from '../../../context.ts'
import { notFound } from '../../../errors.ts'

/** Path of the pages that show examples; a random name follows. */
const PATH = '/email/examples/'

/** Time for which an example is shown, ms. */
const SHOWN_MS = 10 * 60_000

/** Maximum examples that are kept; beyond it, the oldest is forgotten. */
const MAX_EXAMPLES = 200

/**
 * The email and nothing else: no script, no picture, nothing that is fetched, no form, in a frame of this server only. `sandbox` cuts
 * it off from the desk even where it is opened by itself.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

/** The part of the style sheet for dark mode. */
const DARK = /@media \(prefers-color-scheme: dark\) \{([\s\S]*?)\n\}\n/

type Needs = Pick<Context, 'now' | 'randomBytes'>

export type ExamplePages = ReturnType<typeof createExamplePages>

/** Keeps the HTML of examples in memory, because a frame shows the page of an address only. */
export function createExamplePages(context: Needs) {
  const pages = new Map<string, { readonly html: string; readonly until: number }>()

  /** Keeps a page; returns its path. */
  function keep(html: string): string {
    const time = context.now().getTime()
    const name = newSecret(context)
    pages.set(name, { html, until: time + SHOWN_MS })
    for (const [old, { until }] of pages)
      if (until <= time || pages.size > MAX_EXAMPLES) pages.delete(old)
    return `${PATH}${name}`
  }

  const router = Router({ strict: true, caseSensitive: true })
  router.get(`${PATH}:name`, (req, res) => {
    const page = pages.get(String(req.params['name']))
    if (!page || page.until <= context.now().getTime()) throw notFound()
    res.set({
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Robots-Tag': 'noindex',
    })
    res.type('html').send(page.html)
  })

  return {
    router,
    /** Pages that show the HTML of an email in light and in dark mode, whatever the browser prefers. */
    show: (html: string) => ({
      light: keep(html.replace(DARK, '').replaceAll('light dark', 'light')),
      dark: keep(html.replace(DARK, '$1').replaceAll('light dark', 'dark')),
    }),
  }
}
