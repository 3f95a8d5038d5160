import type { Bench, Visit } from './lab.ts'
import type { Guest } from './lab-guest.ts'
import { type Behaviour, forward } from './lab-site.ts'

/** True for the path of Parley's launcher; `isChat`, for those of its other scripts. */
export const isLauncher = (path: string): boolean => path.endsWith('widget.js')
export const isChat = (path: string): boolean => /\.m?js$/.test(path) && !isLauncher(path)
export const isApi = (path: string): boolean => path.startsWith('/api/')

/** Messages of the network itself, and our single message that tells the owner what to do. */
export const NETWORK =
  /^Failed to load resource|CORS policy|MIME type|^Parley: |ERR_|dynamically imported module|Cross-Origin Request|NetworkError|Loading failed/

/** A page whose Parley is behind a misbehaving proxy. */
export async function behind(bench: Bench, behave: Behaviour, before?: Visit['before']) {
  const front = await bench.front(behave)
  const page = { tag: bench.tag('', front.url) }
  const guest = await bench.visit(page, { noise: NETWORK, ...(before && { before }) })
  return { guest, front }
}

/** Answers everything in the same way. */
export function always(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Behaviour {
  return (_path, _req, res) => {
    res.writeHead(status, headers).end(body)
    return 'done'
  }
}

/** Forwards requests, some of them only after a delay. */
export function slowly(
  bench: Bench,
  isSlow: (path: string, method: string) => boolean,
  ms: number,
): Behaviour {
  return (path, req, res) => {
    if (!isSlow(path, req.method!)) return 'pass'
    setTimeout(() => forward(bench.parley, new URL(bench.parley).host, req, res), ms)
    return 'done'
  }
}

/** Waits until the widget reports a failure in words; resolves to the time this took, ms. */
export async function says({ page }: Guest, timeout: number): Promise<number> {
  const start = performance.now()
  const words =
    /not available|can’t reach|could not be loaded|did not load|leave a message|blocking the chat|not up to date/i
  await page.locator('parley-chat').getByText(words).first().waitFor({ timeout })
  return performance.now() - start
}

/** Retries as a user would: by the button, or by closing and reopening. */
export async function comesBack({ page, field, launcher, chat }: Guest): Promise<boolean> {
  if (await field.isVisible()) return true
  const again = page.getByRole('button', { name: /try again/i })
  if (await again.isVisible()) await again.click({ timeout: 500 }).catch(() => {})
  else if (await chat.isVisible()) await chat.press('Escape')
  else await launcher.click()
  return field.waitFor({ timeout: 500 }).then(
    () => true,
    () => false,
  )
}

/** Formats a duration for people. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
