import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import { z } from 'zod'
import type { Invocations } from './desktop-api.ts'
import type { OwnOrigin } from './guard.ts'
import { isOwn } from './links.ts'

/** Whom the main process listens to. */
export interface Trust {
  /** Whether these contents belong to a window that we opened. */
  readonly opened: (contents: WebContents) => boolean
  readonly origin: OwnOrigin
}

const Note = z.strictObject({
  title: z.string().min(1).max(200),
  body: z.string().max(2000),
  conversation: z.uuid().optional(),
  reply: z.string().min(1).max(100).optional(),
})

const Attention = z.strictObject({
  unread: z.int().min(0).max(1_000_000),
  status: z.enum(['available', 'away']),
})

/** What each channel takes; the types of the map do not check what arrives. */
const ARGUMENTS: {
  readonly [channel in keyof Invocations]: z.ZodType<Parameters<Invocations[channel]>>
} = {
  'session:secret': z.tuple([]),
  'note:show': z.tuple([Note]),
  'app:version': z.tuple([]),
  'attention:show': z.tuple([Attention]),
  'login:read': z.tuple([]),
  'login:set': z.tuple([z.boolean()]),
  'diagnostics:read': z.tuple([]),
}

/** The only way to answer the window: typed per channel, deaf to pages we did not open. */
export function handle<channel extends keyof Invocations>(
  trust: Trust,
  channel: channel,
  answer: (
    ...args: Parameters<Invocations[channel]>
  ) => ReturnType<Invocations[channel]> | Promise<ReturnType<Invocations[channel]>>,
): void {
  const Arguments: z.ZodType<Parameters<Invocations[channel]>> = ARGUMENTS[channel]
  ipcMain.handle(channel, async (event, ...args: unknown[]) => {
    if (!isTrusted(event, trust)) throw new Error(`${channel} is not for this page`)
    const parsed = Arguments.safeParse(args)
    if (!parsed.success) throw new TypeError(`${channel}: ${z.prettifyError(parsed.error)}`)
    return answer(...parsed.data)
  })
}

/** The main frame of a window that we opened, while it shows a page of the server. */
export function isTrusted(
  { sender, senderFrame }: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  { opened, origin }: Trust,
): boolean {
  if (!senderFrame || !opened(sender) || senderFrame !== sender.mainFrame) return false
  return isOwn(senderFrame.url, origin())
}
