import { describe, expect, test } from 'vitest'
import { type Passage, passagesOf } from '../../server/features/knowledge/reader/passages.ts'
import { read, type Source } from '../../server/features/knowledge/reader/read.ts'
import { docxOf, pdfOf, wordParagraph, zipOf } from '../support/documents.ts'

/** The passages of a document as "heading: content". */
async function passages(kind: Source['kind'], content: string | Uint8Array): Promise<string[]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const found = await read({ kind, bytes, title: 'Title', maxPassages: 1000 })
  return found.map(inOneLine)
}

const inOneLine = ({ heading, content }: Passage): string => `${heading}: ${content}`

describe('plain text', () => {
  test('a short line alone above a paragraph is its heading', async () => {
    expect(await passages('txt', 'Before.\n\nOpening hours\n\nFrom nine.\n\nTo five.')).toEqual([
      'Title: Before.',
      'Opening hours: From nine.\n\nTo five.',
    ])
  })

  test('a question above its answer is the answer’s heading', async () => {
    const text = 'Do you ship abroad?\nYes, to Norway.\n\nHow long?\nTwo weeks.'
    expect(await passages('txt', text)).toEqual([
      'Do you ship abroad?: Yes, to Norway.',
      'How long?: Two weeks.',
    ])
  })

  test('hard-wrapped lines are rejoined into sentences, and an address keeps its lines', async () => {
    const text =
      'We deliver on every working day of the week, and on Satur-\r\ndays until noon if the road\r\nis free.\r\n\r\nShop\r\nMain Street 5\r\n1234 Town'
    expect(await passages('txt', text)).toEqual([
      'Title: We deliver on every working day of the week, and on Saturdays until noon if the road\nis free.\n\nShop\nMain Street 5\n1234 Town',
    ])
  })

  test('a last line alone, a full sentence and a list item are not headings', async () => {
    expect(await passages('txt', 'Text.\n\n- an item\n\nA sentence.\n\nThe end')).toEqual([
      'Title: Text.\n\n- an item\n\nA sentence.\n\nThe end',
    ])
  })

  test('a number sign does not make a heading in plain text, and invisible characters are removed', async () => {
    expect(await passages('txt', 'a\u00ad\u200bb\u0007c\n# 5 Main Street\nx')).toEqual([
      'Title: abc\n5 Main Street\nx',
    ])
  })
})

describe('Markdown', () => {
  test('both heading syntaxes are recognised, without their markers', async () => {
    const text = 'Shop\n====\n\nHours\n-----\nNine.\n\n### **Sundays** ##\nClosed.'
    expect(await passages('md', text)).toEqual(['Shop › Hours: Nine.', 'Hours › Sundays: Closed.'])
  })

  test('comments in code are not headings, and rules and front matter are not text', async () => {
    const text = '---\ntitle: x\n---\n# A\n\n```sh\n# not a heading\nrun\n```\n\n---\n\n# B\nb'
    expect(await passages('md', text)).toEqual(['A: not a heading\nrun', 'B: b'])
  })

  test('table rows become lines that name their columns', async () => {
    const text = '# Prices\n\n| Item | Price |\n|:-----|------:|\n| Tent | 120 |\n| Pole |  5  |'
    expect(await passages('md', text)).toEqual(['Prices: Tent: 120\nPole: 5'])
    const hours =
      '# Hours\n\n| Day | Hall | Café |\n|---|---|---|\n| **Monday** | 9 – 17 | closed |'
    expect(await passages('md', hours)).toEqual(['Hours: Monday: Hall 9 – 17; Café closed'])
    expect(await passages('md', '# Hours\n\n| Monday | 9 – 17 |\n| Tuesday | closed |')).toEqual([
      'Hours: Monday; 9 – 17\nTuesday; closed',
    ])
  })

  test('a table row stays one line however long it is, and bold type loses its markers', async () => {
    const long = `| Ticket | ${'for everybody who comes '.repeat(3).trim()} |`
    const [passage] = await passages('md', `# Prices\n\n${long}\n| Child | free |`)
    expect(passage).toMatch(/comes\nChild; free$/)
    expect(await passages('md', '# A\n\n**By bus:** line 4. Not 2*3*4.')).toEqual([
      'A: By bus: line 4. Not 2*3*4.',
    ])
  })
})

describe('web pages', () => {
  test('the main content is used, with headings, lists and tables, and not what is around it', async () => {
    const html = `<title>Acme &amp; Co</title><nav>Home</nav><main><p>Hello<br>there</p>
      <h2>Hours <small>2026</small></h2><ul><li>Monday</li><li>Tuesday <a href="/x">more</a></li></ul>
      <table><tr><th>Day</th><th>Time</th></tr><tr><td>Mon</td><td><p>9</p><p>to 5</p></td></tr></table>
      <script>evil()</script></main><footer>Imprint</footer>`
    expect(await passages('html', html)).toEqual([
      'Acme & Co: Hello\nthere',
      'Hours 2026: - Monday\n- Tuesday more\n\nDay; Time\nMon; 9 to 5',
    ])
  })

  test('definition terms, collapsible sections and headings in lists are the headings of their answers', async () => {
    const html =
      '<dl><dt>Phone</dt><dd>555</dd></dl><details><summary>Do you ship?</summary>Yes.</details><ul><li><h3>Vans</h3>Two.</li></ul><pre># five\nx</pre>'
    expect(await passages('html', html)).toEqual([
      'Phone: 555',
      'Do you ship?: Yes.',
      'Vans: Two.\n\nfive\nx',
    ])
  })
})

describe('tables', () => {
  test('each row names its columns, whatever separates the cells', async () => {
    for (const mark of [',', ';', '\t', '|']) {
      const csv = `\uFEFFItem${mark}Price${mark}Note\r\n"Tent ""XL"""${mark}120${mark}\r\n\r\nPole${mark}5${mark}"a\nb"${mark}extra\r\n`
      expect(await passages('csv', csv)).toEqual([
        'Title: Item: Tent "XL"; Price: 120\nItem: Pole; Price: 5; Note: a b; extra',
      ])
    }
  })

  test('a table with only a first row is text', async () => {
    expect(await passages('csv', 'a,b')).toEqual(['Title: a; b'])
  })

  test('a table with an unclosed quotation mark cannot be read', async () => {
    await expect(passages('csv', 'a,b\n"open,1')).rejects.toThrow('quotation mark')
  })
})

describe('PDF', () => {
  test('lines in larger type are headings, a wide gap ends a paragraph, other lines continue', async () => {
    const pdf = pdfOf([
      [
        { text: 'Warranty', size: 20, y: 780 },
        { text: 'Every tent has a warranty of seven years from the day', y: 750 },
        { text: 'of purchase (with its poles).', y: 736 },
        { text: 'Call us.', y: 690 },
        { text: 'Returns', size: 14, y: 650 },
        { text: 'Forty days.', y: 630 },
      ],
    ])
    expect(await passages('pdf', pdf)).toEqual([
      'Warranty: Every tent has a warranty of seven years from the day of purchase (with its poles).\n\nCall us.',
      'Warranty › Returns: Forty days.',
    ])
  })

  test('text repeated at the edge of most pages is removed', async () => {
    const page = (number: number) => [
      { text: 'Acme manual', y: 800 },
      { text: `Fact ${number}.`, y: 700 },
      { text: `Page ${number} of 3`, y: 30 },
    ]
    expect(await passages('pdf', pdfOf([page(1), page(2), page(3)]))).toEqual([
      'Title: Fact 1.\nFact 2.\nFact 3.',
    ])
  })

  test('encrypted, damaged and image-only files cannot be read, each with its own reason', async () => {
    const locked = pdfOf([[{ text: 'x', y: 700 }]], { isLocked: true })
    await expect(passages('pdf', locked)).rejects.toThrow('protected by a password')
    await expect(passages('pdf', '%PDF-1.7\ngarbage')).rejects.toThrow('damaged')
    await expect(passages('pdf', pdfOf([[]]))).rejects.toThrow('no text in it')
  })
})

describe('Word', () => {
  test('heading styles and bold lines are headings, and table rows are lines', async () => {
    const cells = (...texts: string[]) =>
      `<w:tr>${texts.map((text) => `<w:tc>${wordParagraph(text)}</w:tc>`).join('')}</w:tr>`
    const docx = docxOf(
      [
        wordParagraph('Returns', { style: 'H1' }),
        wordParagraph('Send anything back &amp; be happy.'),
        wordParagraph('Time limit', { bold: true }),
        wordParagraph('Forty days.'),
        `<w:tbl>${cells('Day', 'Hours')}${cells('Mon', '9 to 5')}</w:tbl>`,
      ].join(''),
    )
    expect(await passages('docx', docx)).toEqual([
      'Returns: Send anything back & be happy.',
      'Returns › Time limit: Forty days.\n\nDay; Hours\n\nMon; 9 to 5',
    ])
  })

  test('an archive of something else, a truncated one and a non-archive cannot be read', async () => {
    await expect(passages('docx', zipOf({ 'a.txt': 'x' }))).rejects.toThrow('damaged')
    await expect(passages('docx', docxOf('').subarray(0, 400))).rejects.toThrow('damaged')
    await expect(passages('docx', 'PK\x03\x04')).rejects.toThrow('damaged')
  })
})

describe('passages', () => {
  const contents = (text: string) => [...passagesOf(text, 'T')].map(({ content }) => content)

  test('a long text is split after a sentence, else at whitespace, else anywhere, without losing anything', () => {
    const sentences = 'This sentence is of a middling length. '.repeat(60)
    const cut = contents(sentences)
    expect(cut.length).toBeGreaterThan(2)
    for (const content of cut) {
      expect(content.length).toBeLessThanOrEqual(1000)
      expect(content).toMatch(/^This .* length\.$/)
    }
    expect(cut.join(' ')).toBe(sentences.trim())
    const words = 'word '.repeat(500).trim()
    expect(contents(words).join(' ')).toBe(words)
    const solid = '🎪'.repeat(1500)
    expect(contents(solid).join('')).toBe(solid)
    for (const content of contents(solid)) expect(content.isWellFormed()).toBe(true)
  })

  test('short paragraphs are combined, but never across a heading', () => {
    expect(contents('a\n\nb\n# H\nc\nd')).toEqual(['a\n\nb', 'c\nd'])
    const [first, second] = contents(`${'a'.repeat(600)}\n\n${'b'.repeat(600)}`)
    expect([first, second]).toEqual(['a'.repeat(600), 'b'.repeat(600)])
  })

  test('a heading includes its parents, and one with nothing below it is text', () => {
    expect([...passagesOf('# A\n## B\n### C\nc\n# D\n## E', 'T')].map(inOneLine)).toEqual([
      'B › C: c',
      'D: E',
    ])
  })

  test('a heading is at most 200 characters long', () => {
    const [passage] = [...passagesOf(`# ${'long '.repeat(100)}\ntext`, 'T')]
    expect(passage!.heading.length).toBeLessThanOrEqual(200)
  })
})

test('a document with too many passages is rejected', async () => {
  const bytes = new TextEncoder().encode('# a\nb\n# c\nd')
  const source = { kind: 'md', bytes, title: 'T' } as const
  expect(await read({ ...source, maxPassages: 2 })).toHaveLength(2)
  await expect(read({ ...source, maxPassages: 1 })).rejects.toThrow('too much text')
})
