// biome-ignore-all lint/style/noDefaultExport: the tool reads the default export
import { shellFiles } from './scripts/shell-files.ts'

export default [
  { name: 'launcher', path: 'dist/widget/widget.js', gzip: true, limit: '2100 B' },
  {
    name: 'usable chat: launcher and chat together',
    path: ['dist/widget/widget.js', 'dist/widget/chat.js'],
    gzip: true,
    limit: '17408 B',
  },
  {
    name: 'app shell: what loads before the first screen',
    path: shellFiles(import.meta.dirname),
    gzip: true,
    limit: '90 kB',
  },
]
