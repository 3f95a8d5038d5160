import type { ChatModel } from '../model.ts'

/** Messages whose files are being sent by this tab, and how to stop that. */
export const uploads = new Map<string, AbortController>()

/** Share of each file that has left, 0 to 1, and its indicator on the page; by message and file. */
const shares = new Map<string, number>()
const indicators = new Map<string, HTMLElement>()

const keyOf = (message: string, file: string) => `${message} ${file}`

/** Shows how much of a file has been sent, without rendering the conversation again each time. */
export function reportShare(message: string, file: string, share: number): void {
  shares.set(keyOf(message, file), share)
  show(keyOf(message, file))
}

/** Registers the indicator of a file. */
export function indicate(message: string, file: string, element: HTMLElement | null): void {
  const key = keyOf(message, file)
  if (element) indicators.set(key, element)
  else indicators.delete(key)
  show(key)
}

function show(key: string): void {
  const [indicator, share] = [indicators.get(key), shares.get(key)]
  if (!indicator || share === undefined) return
  const percent = Math.round(share * 100)
  indicator.ariaValueNow = `${percent}`
  indicator.textContent = `${percent} %`
}

/** Stops sending the files of a message, and takes it back into the draft; too late once they have all arrived. */
export async function takeBack({ tools, state, set, write }: ChatModel, id: string): Promise<void> {
  const upload = uploads.get(id)
  if (!upload) return
  upload.abort()
  const entry = await tools.outbox.take(id)
  if (!entry) return
  const files = (entry.files ?? []).map(({ blob, name, type }) => new File([blob], name, { type }))
  const names = files.map(({ name }) => name).join(', ')
  if (entry.content !== names) write([entry.content, state.draft].filter(Boolean).join('\n'))
  set({ files: [...files, ...state.files] })
}
