const TEXTS = {
  en: {
    title: 'Parley is offline',
    text: 'This device has no connection, or the server is not reachable. Your drafts are kept.',
    again: 'Try again',
  },
  de: {
    title: 'Parley ist offline',
    text: 'Dieses Gerät hat keine Verbindung, oder der Server ist nicht erreichbar. Ihre Entwürfe bleiben erhalten.',
    again: 'Erneut versuchen',
  },
} as const

const STYLE =
  ':root{color-scheme:light dark}body{display:grid;place-content:center;justify-items:start;min-height:100vh;margin:0 auto;padding:1.5rem;max-width:28rem;box-sizing:border-box;font:1rem/1.5 system-ui,sans-serif}h1{margin:0;font-size:1.5rem}a{color:light-dark(#0c6b64,#5cc9be)}'

/** The page in place of one that cannot be fetched, in the browser's language. */
export function offlinePage(language: string): Response {
  const code = language.startsWith('de') ? 'de' : 'en'
  const { title, text, again } = TEXTS[code]
  const html = `<!doctype html><html lang="${code}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1><p>${text}</p><p><a href="">${again}</a></p></main></html>`
  return new Response(html, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}
