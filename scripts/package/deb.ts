import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { COMMON_FIELDS, desktopFile } from '../../electron/desktop-file.ts'
import { resource } from './resource.ts'
import { tarOf } from './tar.ts'

/** Metadata of a Debian package. */
export interface DebFacts {
  readonly version: string
  readonly arch: 'amd64' | 'arm64'
  readonly maintainer: string
  readonly homepage: string
  readonly synopsis: string
}

export interface DebSources extends DebFacts {
  /** The unpacked app. */
  readonly app: string
  /** Folder with `32x32.png` and so on. */
  readonly icons: string
  readonly licence: string
  readonly output: string
}

const INSTALL_DIR = 'opt/Parley'

/** Libraries that Chromium needs, as listed by Electron's own packages. */
const DEPENDS = [
  'libgtk-3-0 | libgtk-3-0t64',
  'libnotify4',
  'libnss3',
  'libxss1',
  'libxtst6',
  'xdg-utils',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libuuid1',
  'libsecret-1-0',
  'libasound2 | libasound2t64',
  'libgbm1',
]

/** The desktop entry; it also handles `parley://` links. */
const menuEntry = (synopsis: string) =>
  desktopFile({ ...COMMON_FIELDS, Comment: synopsis, Exec: `/${INSTALL_DIR}/parley %U` })

/** Builds a Debian package without Debian's tools. */
export async function makeDeb(sources: DebSources): Promise<void> {
  const work = mkdtempSync(path.join(tmpdir(), 'parley-deb-'))
  try {
    const [data, control] = [path.join(work, 'data'), path.join(work, 'control')]
    layOut(data, sources)
    describe(control, data, sources)
    writeFileSync(
      sources.output,
      ar([
        ['debian-binary', Buffer.from('2.0\n')],
        ['control.tar.gz', gzipSync(await tarOf(control))],
        ['data.tar.gz', gzipSync(await tarOf(data))],
      ]),
    )
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function layOut(data: string, { app, icons, licence, synopsis }: DebSources): void {
  const put = (file: string, text: string | Buffer) => {
    mkdirSync(path.dirname(path.join(data, file)), { recursive: true })
    writeFileSync(path.join(data, file), text, { mode: 0o644 })
  }
  cpSync(app, path.join(data, INSTALL_DIR), { recursive: true, verbatimSymlinks: true })
  // Tells the app that dpkg installed it (electron/keep-updated.ts).
  put(`${INSTALL_DIR}/resources/package-type`, 'deb\n')
  mkdirSync(path.join(data, 'usr/bin'), { recursive: true })
  symlinkSync(`/${INSTALL_DIR}/parley`, path.join(data, 'usr/bin/parley'))
  put('usr/share/applications/parley.desktop', menuEntry(synopsis))
  put('usr/share/doc/parley/copyright', readFileSync(licence))
  // Installed if AppArmor supports it (postinst.sh).
  put(`${INSTALL_DIR}/resources/apparmor-profile`, resource('apparmor-profile'))
  for (const name of readdirSync(icons)) {
    const size = path.parse(name).name
    put(`usr/share/icons/hicolor/${size}/apps/parley.png`, readFileSync(path.join(icons, name)))
  }
}

function describe(control: string, data: string, facts: DebFacts): void {
  const files = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  const kilobytes = Math.ceil(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1024)
  const fields = [
    ['Package', 'parley'],
    ['Version', facts.version],
    ['Architecture', facts.arch],
    ['Maintainer', facts.maintainer],
    ['Installed-Size', String(kilobytes)],
    ['Depends', DEPENDS.join(', ')],
    ['Section', 'web'],
    ['Priority', 'optional'],
    ['Homepage', facts.homepage],
    ['Description', facts.synopsis],
  ]
  mkdirSync(control, { recursive: true })
  const put = (name: string, text: string, mode: number) => {
    writeFileSync(path.join(control, name), text)
    chmodSync(path.join(control, name), mode)
  }
  put('control', `${fields.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`, 0o644)
  put(
    'md5sums',
    files.map((file) => `${sumOf(file)}  ${path.relative(data, file)}\n`).join(''),
    0o644,
  )
  put('postinst', resource('postinst.sh'), 0o755)
  put('postrm', resource('postrm.sh'), 0o755)
}

/** The checksum required by dpkg's format. */
const sumOf = (file: string) => createHash('md5').update(readFileSync(file)).digest('hex')

/** The ar format of a Debian package: for each member a header line, then its bytes. */
function ar(members: readonly (readonly [string, Buffer])[]): Buffer {
  const parts = members.flatMap(([name, content]) => {
    const head = `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(content.length).padEnd(10)}\`\n`
    return [Buffer.from(head), content, Buffer.from(content.length % 2 === 1 ? '\n' : '')]
  })
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts])
}
