import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../renderer')

/** Separate pages for API readers and for trying the widget, which are not part of the desk. */
const OTHER_PAGES = ['demo', 'preview', 'reference', 'texts', 'screens/kitchen-sink']

/** Words that are the same in every language: names, units, code. */
const NAMES = [
  'Parley',
  'Ctrl',
  'Esc',
  'JSON',
  'CSV',
  'SMS',
  'npm start',
  'Shell',
  'HTML',
  'Caddyfile',
]

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter(
    (file) => file.endsWith('.tsx') && !OTHER_PAGES.some((page) => file.startsWith(`${page}/`)),
  )

/** Attributes that users read or hear. */
const READ = new Set([
  'label',
  'title',
  'hint',
  'placeholder',
  'alt',
  'note',
  'lead',
  'aside',
  'confirm',
  'aria-label',
  'aria-description',
  'aria-roledescription',
])

interface Node {
  readonly type: string
  readonly value?: unknown
  readonly name?: { readonly name?: string }
  readonly expression?: Node
}

/** The user-facing words that a file contains literally instead of taking them from the texts. */
function literalWords(code: string): string[] {
  return wordsOf(parseSync('file.tsx', code).program as unknown as Node)
    .map((words) => words.replace(/\s+/g, ' ').trim())
    .filter(
      (words) => /\p{L}{2,}/u.test(words) && !/^https?:/.test(words) && !NAMES.includes(words),
    )
}

function wordsOf(node: Node): string[] {
  if (node.type === 'JSXText') return [String(node.value)]
  if (node.type === 'JSXElement' && isCode(node)) return []
  if (node.type === 'JSXAttribute') {
    const literal = READ.has(node.name?.name ?? '')
      ? literalOf(node.value as Node | null)
      : undefined
    if (literal !== undefined) return [literal]
  }
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child?.type === 'string')
    .flatMap(wordsOf)
}

/** Commands and keys are the same in every language. */
function isCode(node: Node): boolean {
  const { openingElement } = node as unknown as { openingElement: Node }
  return ['code', 'kbd'].includes(openingElement.name?.name ?? '')
}

function literalOf(value: Node | null): string | undefined {
  const inside = value?.type === 'JSXExpressionContainer' ? value.expression : value
  return inside?.type === 'Literal' && typeof inside.value === 'string' ? inside.value : undefined
}

test('the search for literal words finds them wherever they can occur', () => {
  const found = (code: string) => literalWords(code).length
  expect(found('<p>Nothing here</p>')).toBe(1)
  expect(found('<p>\n  Nothing is here yet.\n</p>')).toBe(1)
  expect(found('<Button label="Close it" />')).toBe(1)
  expect(found("<Button title={'Close it'} />")).toBe(1)
  expect(found('<p>{t.nothing}</p>')).toBe(0)
  expect(found('<span class="quiet">·</span>')).toBe(0)
})

test('every user-facing text is in the catalogue', () => {
  const left = files.flatMap((file) =>
    literalWords(readFileSync(path.join(root, file), 'utf8')).map((words) => `${file}: ${words}`),
  )
  expect(left).toEqual([])
})
