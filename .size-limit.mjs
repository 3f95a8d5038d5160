// biome-ignore-all lint/style/noDefaultExport: the tool reads the default export
import { largestFile } from './scripts/largest-file.ts'
import { shellFiles } from './scripts/shell-files.ts'
import { widgetFiles } from './scripts/widget-files.ts'

const { launcher, chat, more, rare } = widgetFiles(import.meta.dirname)

export default [
  { name: 'launcher', path: launcher, gzip: true, limit: '2048 B' },
  {
    name: 'usable chat: launcher and chat together',
    path: [...launcher, ...chat],
    gzip: true,
    limit: '20000 B',
  },
  {
    name: 'calls: what comes when the button is pressed',
    path: ['voice', 'worklet', 'resample'].map((part) => `dist/widget/chat-${part}-*.js`),
    gzip: true,
    limit: '15 kB',
  },
  {
    name: 'the rest of the chat: what comes once it is open',
    path: more,
    gzip: true,
    limit: '14000 B',
  },
  { name: 'what few visitors of the chat see', path: rare, gzip: true, limit: '8000 B' },
  {
    name: 'app shell: what loads before the first screen, with its texts in one language',
    path: shellFiles(import.meta.dirname),
    gzip: true,
    limit: '90 kB',
  },
  {
    name: 'the largest file of the desk',
    path: largestFile(import.meta.dirname),
    gzip: true,
    limit: '100 kB',
  },
]
