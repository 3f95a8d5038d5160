import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const renderer = path.join(import.meta.dirname, '../renderer')

/** Separate pages, whose styles never meet the desk's. */
const OTHER_PAGES = /^(demo|preview|reference)\//

/** The folder that owns a stylesheet: a screen, or a part of the frame. */
const ownerOf = (file: string): string => /^(screens\/[^/]+|[^/]+)/.exec(file)?.[0] ?? file

/** Classes that a stylesheet styles anywhere on the page. */
function classesOf(file: string): string[] {
  const css = readFileSync(path.join(renderer, file), 'utf8').replace(/\/\*.*?\*\//gs, '')
  return [...css.matchAll(/(?<=^|[{}])\s*([^{}@]+)\{/g)]
    .flatMap(([, selectors = '']) => selectors.split(/,(?![^()]*\))/))
    .flatMap((selector) => /^\.[\w-]+$/.exec(selector.trim()) ?? [])
}

test('a class belongs to one screen, since the styles of every opened screen stay on the page', () => {
  const owners = new Map<string, Set<string>>()
  for (const file of globSync('**/*.css', { cwd: renderer })) {
    if (OTHER_PAGES.test(file)) continue
    for (const name of classesOf(file))
      owners.set(name, (owners.get(name) ?? new Set()).add(ownerOf(file)))
  }
  expect(owners.size).toBeGreaterThan(500)
  expect([...owners].filter(([, folders]) => folders.size > 1)).toEqual([])
})
