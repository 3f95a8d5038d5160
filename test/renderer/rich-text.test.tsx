import { render } from 'preact'
import { expect, test } from 'vitest'
import { RichText } from '../../renderer/ui/rich-text.tsx'
import english from '../../widget/locales/en.json' with { type: 'json' }
import { Markdown } from '../../widget/more/markdown.tsx'
import type { View } from '../../widget/view.ts'

/** Elements and texts, without what only one of them has. */
function tagsOf(shown: preact.ComponentChild): string {
  const place = document.createElement('div')
  render(shown, place)
  return (
    place.innerHTML
      .replace(/<div class="code-head">.*?<\/div>/g, '')
      // The desk says where every link leads.
      .replace(/ ?<small.*?<\/small>/g, '')
      .replace(/<(\/?)div[^>]*>/g, '')
      .replace(/<(\w+)([^>]*)>/g, (_, tag: string, rest: string) => {
        const href = / href="[^"]*"/.exec(rest)?.[0] ?? ''
        const start = / start="[^"]*"/.exec(rest)?.[0] ?? ''
        return `<${tag}${href}${start}>`
      })
  )
}

test.each([
  'Plain text',
  'Two\nlines\n\nand a paragraph',
  '# A heading #\nand text',
  '**bold**, *slanted*, ***both***, ~~gone~~ and `code`',
  '**bold *and slanted***, snake_case and 2*3*4',
  '- one\n- two\n  - in it\n- three\n  goes on',
  '3. three\n4. four\n   - in it',
  'Items:\n- **a**: b\n\nNext',
  '> quoted\n> - one\n> - two',
  '---',
  '```js\nif (a < b) **c**\n```\nafter',
  '```\nnever closed',
  '| a | b |\n|---|:-:|\n| 1 | **2** |',
  '[us](https://a.example/x), [mail](mailto:a@a.example), https://a.example/b_c_d',
  '\\*not slanted\\* and <b>no tag</b>',
  '1. one\n2. two\n- other',
])('the desk shows %j as the chat does', (text) => {
  const shown = tagsOf(<RichText text={text} />)
  expect(shown).toBe(tagsOf(<Markdown text={text} view={{ texts: english } as View} />))
})
