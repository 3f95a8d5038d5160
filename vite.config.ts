import { cpSync } from 'node:fs'
import path from 'node:path'
import preact from '@preact/preset-vite'
import { defineConfig, type Plugin } from 'vite'
import { markUsed, newBuildFolder, publishBuild } from './scripts/build/folders.ts'
import { fingerprint } from './scripts/build/inputs.ts'
import { precompress } from './scripts/build/precompress.ts'
import { catalogueParts, chunkFile } from './scripts/catalogue-parts.ts'
import { contractTables } from './scripts/contract-tables.ts'
import {
  entryFile,
  FILE_HASH,
  languageInputs,
  lightChat,
  widgetPackage,
  worklets,
} from './scripts/widget-package.ts'

const at = (...parts: string[]) => path.join(import.meta.dirname, ...parts)

/** The folder of the build that this process makes; `dist` leads to it when it is complete. */
const build = newBuildFolder(import.meta.dirname)
const out = (...parts: string[]) => path.join(build, ...parts)

const node = {
  consumer: 'server' as const,
  // Everything but the native module goes into the bundle, so a packaged app needs only better-sqlite3 beside it.
  resolve: { noExternal: true as const, external: ['better-sqlite3', 'electron'] },
}

const nodeBuild = {
  ssr: true,
  copyPublicDir: false,
  target: 'node22',
  minify: false,
  sourcemap: true,
} as const

/** The widget's files are all in one folder; the chat is built first, because the launcher names it. */
const widgetBuild = {
  outDir: out('widget'),
  emptyOutDir: false,
  copyPublicDir: false,
  modulePreload: false,
  target: 'es2022',
} as const

/** File of an entry of the desk; the service worker keeps its name, because browsers know it by that. */
const deskEntry = ({ name }: { readonly name: string }): string =>
  name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'

/** Copies the files that the server reads from beside its code, in source and in the build alike. */
const serverFiles: Plugin = {
  name: 'parley:server-files',
  applyToEnvironment: (environment) => environment.name === 'server',
  writeBundle() {
    cpSync(at('server/db/migrations'), out('server/migrations'), { recursive: true })
    cpSync(at('server/assets'), out('server/assets'), { recursive: true })
  },
}

/** Compresses the desk's files, most of all its texts. */
const smallDesk: Plugin = {
  name: 'parley:small-desk',
  applyToEnvironment: (environment) => environment.name === 'client',
  writeBundle() {
    precompress(out('renderer', 'assets'), { quality: 9 })
  },
}

/** Copies the pictures that the main process draws outside its window. */
const desktopPictures: Plugin = {
  name: 'parley:desktop-pictures',
  applyToEnvironment: (environment) => environment.name === 'electron',
  writeBundle() {
    cpSync(at('electron/resources/pictures'), out('electron/pictures'), { recursive: true })
  },
}

/**
 * One `vite build --app` makes every target, in a folder that then becomes `dist`:
 *   dist/renderer  the operator app, the demo page and the API reference
 *   dist/widget    widget.js (the launcher, a classic script), parley.js (the same as a module) and chat-….js (the chat,
 *                  with parts that come when they are needed)
 *   dist/server    main.js (headless), server-process.js (Electron's utility process), document-worker.js (the thread
 *                  that reads documents), email-worker.js (the one that reads emails), copy-worker.js (the one that copies
 *                  databases) and stall-worker.js (the one that watches the event loop), ESM for Node
 *   dist/electron  pictures/, main.js with shared.js (ESM), updater.js (which comes only where there is a feed), self-check.js
 *                  (only where it is asked for) and preload.cjs (CommonJS: sandboxed preloads cannot be ESM)
 */
export default defineConfig({
  root: at('renderer'),
  plugins: [
    preact({ reactAliasesEnabled: false }),
    catalogueParts,
    contractTables,
    lightChat,
    worklets,
    widgetPackage(out('widget')),
    serverFiles,
    smallDesk,
    desktopPictures,
  ],
  // A catalogue is one value: names of its texts would only make its file longer.
  json: { namedExports: false },
  server: {
    port: 5173,
    proxy: {
      '^/((api|health|demo|continue|email|pictures|preview|voices)([/?]|$)|widget\\.js|widget/)': {
        target: 'http://127.0.0.1:4317',
        changeOrigin: true,
        ws: true,
        headers: { origin: 'http://127.0.0.1:4317' },
      },
    },
  },
  builder: {
    sharedConfigBuild: true,
    async buildApp(builder) {
      markUsed(build)
      const inputs = fingerprint(import.meta.dirname)
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment)
      }
      publishBuild(build, inputs)
    },
  },
  environments: {
    client: {
      build: {
        outDir: out('renderer'),
        emptyOutDir: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: {
            app: at('renderer/index.html'),
            continue: at('renderer/continue/index.html'),
            demo: at('renderer/demo/index.html'),
            preview: at('renderer/preview/index.html'),
            reference: at('renderer/reference/index.html'),
            'service-worker': at('renderer/service-worker/service-worker.ts'),
          },
          output: { chunkFileNames: chunkFile, entryFileNames: deskEntry },
        },
      },
    },
    chat: {
      consumer: 'client',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ...widgetBuild,
        emptyOutDir: true,
        cssCodeSplit: false,
        rolldownOptions: {
          input: { chat: at('widget/chat.tsx'), ...languageInputs },
          preserveEntrySignatures: 'allow-extension',
          output: {
            format: 'es',
            hashCharacters: 'hex',
            entryFileNames: entryFile,
            chunkFileNames: `chat-[name]-${FILE_HASH}.js`,
          },
        },
      },
    },
    loader: {
      consumer: 'client',
      build: {
        ...widgetBuild,
        rolldownOptions: {
          input: at('widget/loader.ts'),
          output: { format: 'iife', entryFileNames: 'widget.js', name: 'ParleyLoader' },
        },
      },
    },
    module: {
      consumer: 'client',
      build: {
        ...widgetBuild,
        rolldownOptions: {
          input: at('widget/module.ts'),
          preserveEntrySignatures: 'strict',
          output: { format: 'es', entryFileNames: 'parley.js' },
        },
      },
    },
    server: {
      ...node,
      build: {
        ...nodeBuild,
        outDir: out('server'),
        emptyOutDir: true,
        rolldownOptions: {
          input: {
            main: at('server/main.ts'),
            'server-process': at('electron/server-process.ts'),
            'document-worker': at('server/features/knowledge/reader/document-worker.ts'),
            'email-worker': at('server/features/email/receiving/email-worker.ts'),
            'copy-worker': at('server/db/copies/copy-worker.ts'),
            'stall-worker': at('server/stalls/stall-worker.ts'),
          },
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            chunkFileNames: '[name].js',
            // Node.js keeps source text in memory, with two bytes per character if one of them is not Latin-1.
            charset: 'ascii',
            comments: { jsdoc: false, annotation: false },
          },
        },
      },
    },
    electron: {
      ...node,
      build: {
        ...nodeBuild,
        outDir: out('electron'),
        emptyOutDir: true,
        rolldownOptions: {
          input: { main: at('electron/main.ts') },
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            chunkFileNames: '[name].js',
            // What comes later must never import main.js, which is a start of the app.
            codeSplitting: {
              groups: [{ name: 'shared', test: /[/\\](zod|update-feed|wait)[./\\]/ }],
            },
          },
        },
      },
    },
    preload: {
      ...node,
      build: {
        ...nodeBuild,
        target: 'chrome150',
        outDir: out('electron'),
        emptyOutDir: false,
        rolldownOptions: {
          input: { preload: at('electron/preload.ts') },
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
  },
})
