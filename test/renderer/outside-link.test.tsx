import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { cleanup, render, screen } from '@testing-library/preact'
import type { ComponentChild } from 'preact'
import { afterEach, expect, test } from 'vitest'
import { VisitedPages } from '../../renderer/screens/contacts/visited-pages.tsx'
import { VisitorFacts } from '../../renderer/screens/inbox/details/details-facts.tsx'
import { Sources } from '../../renderer/screens/inbox/thread/sources.tsx'
import { OutsideLink } from '../../renderer/ui/outside-link.tsx'
import { PlainText, RichText } from '../../renderer/ui/rich-text.tsx'
import { DISGUISED } from '../support/disguised-links.ts'
import { detail } from './support.ts'

afterEach(cleanup)

function linkIn(what: ComponentChild): HTMLAnchorElement {
  render(what)
  return screen.getByRole<HTMLAnchorElement>('link')
}

test.each(DISGUISED)('L18 a link to %s with the text %s shows its host', (url, label, host) => {
  const link = linkIn(<OutsideLink href={url} label={label} />)
  expect(link.textContent).toBe(`${label} (${host})`)
  expect([link.dir, link.querySelector('small')!.dir]).toEqual(['auto', 'ltr'])
})

test.each([
  ['https://a.example/b', 'a.example'],
  ['https://a.example/b', 'https://a.example/b'],
  ['https://a.example/b', 'a.example/b'],
])('a link to %s with the text %s already shows it', (url, label) => {
  expect(linkIn(<OutsideLink href={url} label={label} />).textContent).toBe(label)
})

const PAGE = { url: 'https://evil.example/pay', title: 'Your bank' }
const { visitor } = detail([])

test.each<[string, ComponentChild]>([
  ['an answer', <RichText text={`See [${PAGE.title}](${PAGE.url}).`} />],
  ['the source of an answer', <Sources sources={[PAGE]} />],
  ['a visited page', <VisitedPages pages={[{ ...PAGE, at: '2026-01-02T03:04:05Z' }]} />],
  [
    'the page of a visitor',
    <VisitorFacts visitor={{ ...visitor!, page_url: PAGE.url, page_title: PAGE.title }} />,
  ],
])('L18 %s shows the host of its link', (_what, drawn) => {
  expect(linkIn(drawn).textContent).toBe('Your bank (evil.example)')
})

test('L18 a bare address shows its host when the host is disguised', () => {
  expect(linkIn(<PlainText text="https://bank.example@evil.example" />).textContent).toBe(
    'https://bank.example@evil.example (evil.example)',
  )
})

/** Files with links to addresses of this server, or of the app's signed feed, under our own wording. */
const OWN = [
  'ui/button.tsx',
  'screens/api-keys/api-keys.tsx',
  'screens/inbox/thread/sent-files.tsx',
  'screens/settings/rules/tried.tsx',
]

test('L18 no other part of the desk creates external links', () => {
  const root = path.resolve(import.meta.dirname, '../../renderer')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.tsx'))
    .filter((file) =>
      /target="_blank"|target: '_blank'/.test(readFileSync(path.join(root, file), 'utf8')),
    )
  expect(files.sort()).toEqual([...OWN, 'ui/outside-link.tsx'].sort())
})
