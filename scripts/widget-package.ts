import { hash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { constants } from 'node:zlib'
import { strToU8, type Zippable, zipSync } from 'fflate'
import type { Plugin } from 'vite'
import { precompress } from './build/precompress.ts'

const source = path.join(import.meta.dirname, '../widget')

/** Placeholder of the chat's file name in the launcher's source. */
const CHAT = 'chat.js'

/** Build output that websites do not need. */
const NOT_PACKED = /\.(map|zip)$/

/** The URL of a worklet, as written in sources. */
const WORKLET = /new URL\('\.\/(\w+)\.worklet\.ts', import\.meta\.url\)/g

/**
 * Hash in a file name; the leading 0 avoids names that start with `ad` and a digit, which ad blockers' filter lists
 * match.
 */
export const FILE_HASH = '0[hash:7]'

/** File name of a part of the chat that is a build entry. */
export const entryFile = ({ name }: { readonly name: string }): string =>
  name === 'chat' || name.startsWith('worklet-')
    ? `${name.replace('worklet', 'chat')}-${FILE_HASH}.js`
    : languageFile(name)

const languages = path.join(source, 'locales')

/** Language files as build entries: English is part of the chat itself. */
export const languageInputs: Record<string, string> = Object.fromEntries(
  readdirSync(languages)
    .filter((name) => name.endsWith('.json') && !name.startsWith('en'))
    .map((name) => [path.basename(name, '.json'), path.join(languages, name)]),
)

const texts = Object.values(languageInputs).map((file) => readFileSync(file, 'utf8'))
const edition = `0${hash('sha256', texts.join(''), 'hex').slice(0, 7)}`

/** File name of a language, derived from all of its texts, so that the chat need not list the names. */
const languageFile = (code: string): string => `chat-${edition}-${code}.js`

/**
 * Omits two parts from the chat: the loader of chunks' style sheets, of which there are none, and a larger JSX factory.
 */
export const lightChat: Plugin = {
  name: 'parley:light-chat',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'chat',
  transform(code, id) {
    if (id === path.join(source, 'texts.ts'))
      return code.replace(
        /\.\/locales\/(\$\{\w+\})\.json/,
        (_, known) => `./${languageFile(known)}`,
      )
    return undefined
  },
  resolveId: (id) =>
    id === 'preact/jsx-runtime' ? path.join(source, 'jsx-runtime.ts') : undefined,
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
}

/**
 * Emits worklets as files, for the chat and the desk: content security policies refuse them from `blob:` and `data:`.
 */
export const worklets: Plugin = {
  name: 'parley:worklets',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'chat' || name === 'client',
  transform(code, id) {
    if (!code.includes('.worklet.ts')) return undefined
    // Relative to the chat's file, wherever it is hosted; by default Vite writes a path from the root.
    const from = this.environment.name === 'chat' ? `'.' + ` : ''
    return code.replaceAll(WORKLET, (_, name: string) => {
      const file = path.join(path.dirname(id), `${name}.worklet.ts`)
      const worklet = this.emitFile({ type: 'chunk', id: file, name: `worklet-${name}` })
      return `new URL(${from}import.meta.ROLLUP_FILE_URL_${worklet}, import.meta.url)`
    })
  },
}

/**
 * Writes the name of the matching chat into the launcher, so that the pair always belongs together and files can be
 * cached for ever. Also writes what self-hosting needs: types, a package, and a ZIP of everything; and each script
 * compressed, for the server.
 */
export function widgetPackage(folder: string): Plugin {
  return {
    name: 'parley:widget-package',
    applyToEnvironment: ({ name }) => name === 'loader' || name === 'module',
    generateBundle(_options, bundle) {
      const chat = readdirSync(folder).find((name) => /^chat-[\da-f]+\.js$/.test(name))
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        if (!chat || file.code.split(CHAT).length !== 2) this.error('The launcher names no chat.')
        file.code = file.code.replace(CHAT, chat)
      }
    },
    writeBundle() {
      if (this.environment.name !== 'module') return
      copyFileSync(path.join(source, 'parley.d.ts'), path.join(folder, 'parley.d.ts'))
      writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
      const files: Zippable = { 'README.txt': strToU8(README) }
      for (const name of readdirSync(folder).filter((name) => !NOT_PACKED.test(name))) {
        files[name] = readFileSync(path.join(folder, name))
      }
      writeFileSync(path.join(folder, 'parley-widget.zip'), zipSync(files, { level: 9 }))
      precompress(folder, { quality: constants.BROTLI_MAX_QUALITY })
    },
  }
}

function manifest() {
  const { version, license } = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'),
  )
  return {
    name: 'parley-widget',
    version,
    license,
    description: 'The chat widget of Parley.',
    type: 'module',
    exports: { '.': { types: './parley.d.ts', default: './parley.js' }, './*': './*' },
    types: './parley.d.ts',
    sideEffects: true,
  }
}

const README = `The chat widget of Parley, to be served by your own website.

1. Put these files into one folder of your website, for example /chat/.
2. Where the chat is to appear:

   <script src="/chat/widget.js"
           data-server="https://chat.example.com"
           data-assistant="THE-ID-OF-YOUR-ASSISTANT" async></script>

   data-server is the address at which visitors reach your Parley.

Bundlers: import { createChat } from './chat/parley.js' (types are beside it), and keep the other files where your
website serves that one from.
`
