// biome-ignore-all lint/style/noDefaultExport: the tool reads the default export
import { shellFiles } from './scripts/shell-files.ts'

export default [
  { name: 'launcher', path: 'dist/widget/widget.js', gzip: true, limit: '2048 B' },
  {
    name: 'usable chat: launcher and chat together',
    path: ['dist/widget/widget.js', 'dist/widget/chat-????????.js'],
    gzip: true,
    limit: '20000 B',
  },
  {
    name: 'calls: what comes when the button is pressed',
    path: ['voice', 'worklet', 'resample'].map((part) => `dist/widget/chat-${part}-*.js`),
    gzip: true,
    limit: '15 kB',
  },
  { name: 'the rest of the chat', path: 'dist/widget/chat-more-*.js', gzip: true, limit: '14 kB' },
  {
    name: 'what few visitors of the chat see',
    path: 'dist/widget/chat-rare-*.js',
    gzip: true,
    limit: '8000 B',
  },
  {
    name: 'app shell: what loads before the first screen, with its texts in one language',
    path: shellFiles(import.meta.dirname),
    gzip: true,
    limit: '90 kB',
  },
]
