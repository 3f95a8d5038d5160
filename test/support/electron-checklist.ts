import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** The files read by the checklist: path from the root → text. */
export type Sources = ReadonlyMap<string, string>

/** One item of Electron's security checklist, in its wording and order. */
interface Point {
  readonly name: string
  readonly holds: (files: Sources) => boolean
}

/** The required state of each of Electron's fuses (electron/fuses.ts). */
export const WANTED_FUSES = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
} as const

/** Everything that determines how secure the desktop app is. */
export function electronSources(): Sources {
  const scripts = readdirSync(path.join(root, 'electron')).filter((name) => name.endsWith('.ts'))
  const pages = ['index.html', 'demo/index.html', 'preview/index.html', 'reference/index.html']
  const files = [
    ...scripts.map((name) => `electron/${name}`),
    ...pages.map((name) => `renderer/${name}`),
    'server/features/web/pages/routes.ts',
    'package.json',
  ]
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}

/** Electron's security checklist (electronjs.org/docs/latest/tutorial/security), each item as a check of the source. */
export const CHECKLIST: readonly Point[] = [
  {
    name: 'Only load secure content',
    holds: (files) =>
      !anywhere(files, /['"`]http:\/\/(?!127\.0\.0\.1|localhost|\[::1\])[\w$]/) &&
      !pages(files, /(?:src|href)="http:/) &&
      // Addresses added by users are https or on this machine.
      in_(
        files,
        'workspace-address',
        /isOwnLoopback\(hostname\) \? { origin } : { fault: 'not-secure' }/,
      ) &&
      in_(files, 'workspace-address', /if \(protocol === 'https:'\) return { origin }/),
  },
  {
    name: 'Do not enable Node.js integration for remote content',
    holds: (files) =>
      in_(files, 'window', /nodeIntegration: false/) &&
      in_(files, 'site-window', /nodeIntegration: false/) &&
      !anywhere(files, /nodeIntegration\w*: (?!false)/),
  },
  {
    name: 'Enable context isolation',
    holds: (files) =>
      in_(files, 'window', /contextIsolation: true/) &&
      in_(files, 'site-window', /contextIsolation: true/) &&
      !anywhere(files, /contextIsolation: (?!true)/),
  },
  {
    name: 'Enable process sandboxing',
    holds: (files) =>
      in_(files, 'window', /sandbox: true/) &&
      in_(files, 'site-window', /sandbox: true/) &&
      // A stranger's page is not shown without it.
      in_(files, 'site-window', /if \(refusal\) return refusal/) &&
      in_(files, 'main', /app\.enableSandbox\(\)/) &&
      // The switch is only detected, never set.
      in_(files, 'sandboxed', /hasSwitch\('no-sandbox'\)/) &&
      !anywhere(files, /sandbox: (?!true)|(?<!hasSwitch\(')no-sandbox/),
  },
  {
    name: 'Handle session permission requests from remote content',
    holds: (files) =>
      ['Request', 'Check'].every((what) =>
        in_(
          files,
          'guard',
          new RegExp(
            `session\\.setPermission${what}Handler\\((?:async )?\\(_contents, permission,`,
          ),
        ),
      ) &&
      in_(files, 'guard', /setDevicePermissionHandler\(\(\) => false\)/) &&
      in_(files, 'guard', /new Set\(\['notifications', 'clipboard-sanitized-write'\]\)/) &&
      in_(files, 'guard', /kinds\?\.length === 1 && kinds\[0\] === 'audio'/) &&
      in_(files, 'main', /guardSession\(session\.defaultSession, origin, home\)/) &&
      in_(files, 'elsewhere', /guardSession\(own, \(\) => remote\.address\)/) &&
      in_(
        files,
        'guard',
        /PermissionRequestHandler\(\(_contents, _permission, answer\) => answer\(false\)\)/,
      ) &&
      in_(files, 'guard', /setPermissionCheckHandler\(\(\) => false\)/) &&
      in_(files, 'site-session', /guardSiteSession\(opened\)/),
  },
  { name: 'Do not disable webSecurity', holds: (files) => !anywhere(files, /webSecurity/) },
  {
    name: 'Define a Content-Security-Policy',
    holds: (files) => {
      const policy = files.get('server/features/web/pages/routes.ts')!
      const wanted = [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
      ]
      return (
        wanted.every((directive) => policy.includes(`"${directive}"`)) &&
        !/unsafe-(?:inline|eval|hashes)/.test(policy)
      )
    },
  },
  {
    name: 'Do not enable allowRunningInsecureContent',
    holds: (files) => !anywhere(files, /allowRunningInsecureContent/),
  },
  {
    name: 'Do not enable experimental features',
    holds: (files) =>
      !anywhere(files, /experimentalFeatures|enable-features|experimental-web-platform/),
  },
  {
    name: 'Do not use enableBlinkFeatures',
    holds: (files) => !anywhere(files, /enableBlinkFeatures|enable-blink/),
  },
  {
    name: 'Do not use allowpopups for WebViews',
    holds: (files) => !anywhere(files, /allowpopups/i) && !pages(files, /<webview/),
  },
  {
    name: 'Verify WebView options before creation',
    holds: (files) =>
      in_(files, 'window', /webviewTag: false/) &&
      in_(files, 'site-window', /webviewTag: false/) &&
      in_(files, 'guard', /on\('will-attach-webview', \(event\) => event\.preventDefault\(\)\)/),
  },
  {
    name: 'Disable or limit navigation',
    holds: (files) =>
      ['will-navigate', 'will-redirect', 'will-frame-navigate'].every((event) =>
        in_(files, 'guard', new RegExp(`contents\\.on\\('${event}', blockNavigation\\)`)),
      ) &&
      in_(
        files,
        'main',
        /'web-contents-created', .*guardContents\(opened, origin, site\.rulesOf\)/,
      ) &&
      in_(files, 'guard', /isWebAddress\(url\) \|\| \(!isMainFrame && /),
  },
  {
    name: 'Disable or limit creation of new windows',
    holds: (files) =>
      in_(files, 'guard', /setWindowOpenHandler\(\(\) => \(\{ action: 'deny' \}\)\)/) &&
      !anywhere(files, /action: 'allow'/),
  },
  {
    name: 'Do not use shell.openExternal with untrusted content',
    holds: (files) =>
      in_(files, 'links', /return protocol === 'https:' \? 'ask' : 'refuse'/) &&
      in_(files, 'guard', /if \(rule === 'open' && opens\.takeOpening\(\)\)/) &&
      in_(files, 'guard', /else if \(rule !== 'refuse'\) void confirmOpen\(url\)/) &&
      [...files.keys()].every(
        (file) =>
          // The self-check tests that the system refuses a link of its own.
          ['outside', 'self-check-probes'].includes(path.parse(file).name) || !opens(files, file),
      ),
  },
  {
    name: 'Use a current version of Electron',
    holds: (files) => major(files.get('package.json')!) >= CURRENT,
  },
  {
    name: 'Validate the sender of all IPC messages',
    holds: (files) => {
      const { channels, raw } = ipcChannels(files)
      return (
        channels.every(({ isChecked }) => isChecked) &&
        raw.length === 0 &&
        in_(
          files,
          'ipc',
          /if \(!isTrusted\(event, trust\) \|\| !isOpen\(channel, event, trust\)\)/,
        ) &&
        in_(files, 'main', /home: \(\) => \(elsewhere\.shown \? undefined : home\(\)\)/) &&
        in_(files, 'ipc', /senderFrame !== sender\.mainFrame/)
      )
    },
  },
  {
    name: 'Avoid usage of the file:// protocol and prefer usage of custom protocols',
    holds: (files) => !anywhere(files, /loadFile\(|['"`]file:|pathToFileURL/),
  },
  {
    name: 'Check which fuses you can change',
    holds: (files) =>
      in_(files, 'fuses', /strictlyRequireAllFuses: true/) &&
      files.get('electron/fuses.ts')!.match(/\[FuseV1Options\.\w+\]: (?:true|false)/g)?.length ===
        9,
  },
  {
    name: 'Do not expose Electron APIs to untrusted web content',
    holds: (files) =>
      files.get('electron/preload.ts')!.match(/exposeInMainWorld/g)?.length === 1 &&
      // A website's page gets none of it.
      !/preload/.test(files.get('electron/site-window.ts')!) &&
      !/:\s*ipcRenderer\b|ipcRenderer\s*[,}](?!.*from)|\(channel[^)]*\) => (?:invoke|ipcRenderer)/.test(
        withoutImports(files.get('electron/preload.ts')!),
      ),
  },
]

/** The oldest major version of Electron that is still supported; the newest is two above it. */
const CURRENT = 45

/** One way for the window to ask the main process. */
interface Channel {
  readonly name: string
  /** It has a schema, declares whose pages it answers, and is handled by the one function that checks the sender. */
  readonly isChecked: boolean
  /** Pages of a remote workspace are answered too. */
  readonly isOpen: boolean
}

/** All channels named by the types, and listeners that bypass that function. */
export function ipcChannels(files: Sources): { channels: Channel[]; raw: string[] } {
  const api = files.get('electron/desktop-api.ts')!
  const map = /interface Invocations \{([\s\S]*?)\n\}/.exec(api)![1]!
  const names = [...map.matchAll(/^ {2}'([\w:]+)':/gm)].map(([, name]) => name!)
  const schemas = files.get('electron/ipc.ts')!
  const answers = [...files].map(([, text]) => text).join('\n')
  const channels = names.map((name) => ({
    name,
    isChecked:
      schemas.includes(`  '${name}': z.tuple(`) &&
      new RegExp(`  '${name}': '(?:home|everywhere)',`).test(schemas) &&
      new RegExp(`\\bhandle\\(trust, '${name}',`).test(answers),
    isOpen: schemas.includes(`  '${name}': 'everywhere',`),
  }))
  const raw = [...files].flatMap(([file, text]) => {
    const calls = text.match(/ipcMain\.\w+\(/g) ?? []
    return file === 'electron/ipc.ts' && calls.length === 1 ? [] : calls
  })
  return { channels, raw }
}

const scriptsOf = (files: Sources) => [...files].filter(([file]) => file.startsWith('electron/'))

const anywhere = (files: Sources, pattern: RegExp): boolean =>
  scriptsOf(files).some(([, text]) => pattern.test(text))

const pages = (files: Sources, pattern: RegExp): boolean =>
  [...files].some(([file, text]) => file.endsWith('.html') && pattern.test(text))

const in_ = (files: Sources, name: string, pattern: RegExp): boolean =>
  pattern.test(files.get(`electron/${name}.ts`)!)

const opens = (files: Sources, file: string): boolean =>
  file.startsWith('electron/') && files.get(file)!.includes('openExternal')

const major = (description: string): number =>
  Number(/^\D*(\d+)/.exec(JSON.parse(description).devDependencies.electron)?.[1])

const withoutImports = (text: string): string => text.replace(/^import .*$/gm, '')
