import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { Announcements, DesktopApi, Invocations } from './desktop-api.ts'

contextBridge.exposeInMainWorld('desktop', {
  signInSecret: () => invoke('session:secret'),
  openSession: () => invoke('session:open'),
  notify: (note) => invoke('note:show', note),
  version: () => invoke('app:version'),
  showAttention: (attention) => invoke('attention:show', attention),
  loginItem: () => invoke('login:read'),
  setLoginItem: (isOn) => invoke('login:set', isOn),
  diagnostics: () => invoke('diagnostics:read'),
  updates: () => invoke('updates:read'),
  lookForUpdates: () => invoke('updates:look'),
  installUpdate: () => invoke('updates:install'),
  showSite: (site) => invoke('site:show', site),
  onUpdates: (listener) => listen('updates:changed', listener),
  workspaces: {
    names: () => invoke('workspaces:names'),
    show: (id) => invoke('workspaces:show', id),
    offer: () => invoke('workspaces:offer'),
    known: () => invoke('workspaces:known'),
    add: (workspace) => invoke('workspaces:add', workspace),
    rename: (id, name) => invoke('workspaces:rename', id, name),
    replaceKey: (id, key) => invoke('workspaces:key', id, key),
    remove: (id) => invoke('workspaces:remove', id),
    onChange: (listener) => listen('workspaces:changed', listener),
  },
  onServerState: (listener) => listen('server:state', listener),
  onGo: (listener) => listen('place:go', listener),
  onQuickReply: (listener) => listen('note:reply', listener),
  onAwake: (listener) => listen('machine:awake', listener),
} satisfies DesktopApi)

function invoke<channel extends keyof Invocations>(
  channel: channel,
  ...args: Parameters<Invocations[channel]>
): Promise<ReturnType<Invocations[channel]>> {
  return ipcRenderer.invoke(channel, ...args)
}

function listen<channel extends keyof Announcements>(
  channel: channel,
  listener: (content: Announcements[channel]) => void,
): () => void {
  const forward = (_event: IpcRendererEvent, content: Announcements[channel]) => listener(content)
  ipcRenderer.on(channel, forward)
  return () => void ipcRenderer.off(channel, forward)
}
