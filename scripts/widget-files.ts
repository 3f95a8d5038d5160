import path from 'node:path'
import { theOnly, withImports } from './static-imports.ts'

const BUILT = 'dist/widget'

/**
 * Lists what a browser fetches for each part of the widget, in English: its file and those that it imports, without
 * the files that are there by then.
 */
export function widgetFiles(root: string) {
  const built = path.join(root, BUILT)
  const there = new Set<string>()

  function fetched(pattern: RegExp): string[] {
    const files = withImports(built, [theOnly(pattern, built)]).filter((file) => !there.has(file))
    for (const file of files) there.add(file)
    return files.map((file) => `${BUILT}/${file}`)
  }

  // In the order in which they are fetched.
  return {
    launcher: fetched(/^widget\.js$/),
    chat: fetched(/^chat-[\da-f]{8}\.js$/),
    more: fetched(/^chat-more-.*\.js$/),
    rare: fetched(/^chat-rare-.*\.js$/),
  }
}
