import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import { z } from 'zod'
import type { Invocations } from './desktop-api.ts'
import type { OwnOrigin } from './guard.ts'
import { isOwn, isWebAddress } from './links.ts'

/** The senders that the main process accepts. */
export interface Trust {
  /** Reports whether web contents belong to a window that we opened. */
  readonly opened: (contents: WebContents) => boolean
  readonly origin: OwnOrigin
  /** The origin of the server on this computer, while the window shows it. */
  readonly home: OwnOrigin
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

/** Longest accepted address of a page. */
const MAX_ADDRESS = 2000

const SiteToShow = z.strictObject({
  assistant: z.uuid(),
  url: z.string().max(MAX_ADDRESS).refine(isWebAddress),
  size: z.enum(['desktop', 'phone']),
})

const Id = z.union([z.literal('local'), z.uuid()])
const Key = z.string().max(512)
const NewWorkspace = z.strictObject({
  address: z.string().max(2000),
  key: Key,
  name: z.string().max(80),
})

/** Argument schemas of each channel; the types of the map are not checked at run time. */
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
  'updates:read': z.tuple([]),
  'updates:look': z.tuple([]),
  'updates:install': z.tuple([]),
  'session:open': z.tuple([]),
  'site:show': z.tuple([SiteToShow]),
  'workspaces:names': z.tuple([]),
  'workspaces:show': z.tuple([Id]),
  'workspaces:offer': z.tuple([]),
  'workspaces:known': z.tuple([]),
  'workspaces:add': z.tuple([NewWorkspace]),
  'workspaces:rename': z.tuple([z.uuid(), z.string().max(80)]),
  'workspaces:key': z.tuple([z.uuid(), Key]),
  'workspaces:remove': z.tuple([z.uuid()]),
}

/** Pages that may use each channel: only this computer's, or also those of a remote workspace. */
export const OPEN_TO: { readonly [channel in keyof Invocations]: 'home' | 'everywhere' } = {
  'session:secret': 'home',
  'note:show': 'everywhere',
  'app:version': 'everywhere',
  'attention:show': 'everywhere',
  'login:read': 'home',
  'login:set': 'home',
  'diagnostics:read': 'home',
  'session:open': 'everywhere',
  'site:show': 'home',
  'workspaces:names': 'everywhere',
  'workspaces:show': 'everywhere',
  'workspaces:offer': 'everywhere',
  'workspaces:known': 'home',
  'workspaces:add': 'home',
  'workspaces:rename': 'home',
  'workspaces:key': 'home',
  'workspaces:remove': 'home',
  'updates:read': 'home',
  'updates:look': 'home',
  'updates:install': 'home',
}

/** The only way to register a request handler: typed per channel, and ignoring pages that we did not open. */
export function handle<channel extends keyof Invocations>(
  trust: Trust,
  channel: channel,
  answer: (
    ...args: Parameters<Invocations[channel]>
  ) => ReturnType<Invocations[channel]> | Promise<ReturnType<Invocations[channel]>>,
): void {
  const Arguments: z.ZodType<Parameters<Invocations[channel]>> = ARGUMENTS[channel]
  ipcMain.handle(channel, async (event, ...args: unknown[]) => {
    if (!isTrusted(event, trust) || !isOpen(channel, event, trust))
      throw new Error(`${channel} is not for this page`)
    const parsed = Arguments.safeParse(args)
    if (!parsed.success) throw new TypeError(`${channel}: ${z.prettifyError(parsed.error)}`)
    return answer(...parsed.data)
  })
}

/** Accepts only the main frame of a window that we opened, while it shows a page of the server. */
export function isTrusted(
  { sender, senderFrame }: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  { opened, origin }: Trust,
): boolean {
  if (!senderFrame || !opened(sender) || senderFrame !== sender.mainFrame) return false
  return isOwn(senderFrame.url, origin())
}

/** Pages of a remote server are less trusted than this computer's. */
function isOpen(
  channel: keyof Invocations,
  { senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>,
  { home }: Trust,
): boolean {
  return OPEN_TO[channel] === 'everywhere' || isOwn(senderFrame?.url ?? '', home())
}
