import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/* Small real documents, made by hand, so that each test shows their content. */

/** One line on a page of a PDF. */
export interface PdfLine {
  readonly text: string
  /** Font size, points. */
  readonly size?: number
  /** Points from the bottom of the page. */
  readonly y: number
}

/**
 * A PDF with these lines on its pages, or with these compressed drawing operators; `isLocked` makes it
 * require a password.
 */
export function pdfOf(
  pages: readonly (readonly PdfLine[] | Buffer)[],
  { isLocked = false } = {},
): Uint8Array<ArrayBuffer> {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => {
      const data = Buffer.isBuffer(page) ? page : deflateSync(Buffer.from(orders(page), 'latin1'))
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
        Buffer.concat([
          Buffer.from(`<< /Filter /FlateDecode /Length ${data.length} >>\nstream\n`),
          data,
          Buffer.from('\nendstream'),
        ]),
      ]
    }),
  ]
  const lock = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const places: number[] = []
  const size = () => parts.reduce((sum, { length }) => sum + length, 0)
  for (const [index, object] of objects.entries()) {
    places.push(size())
    parts.push(
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object as string),
      Buffer.from('\nendobj\n'),
    )
  }
  const start = size()
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const id = `/ID [<${'43'.repeat(16)}> <${'43'.repeat(16)}>]`
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${isLocked ? `/Encrypt ${lock} ${id}` : ''} >>\nstartxref\n${start}\n%%EOF`,
    ),
  )
  return new Uint8Array(Buffer.concat(parts))
}

function orders(lines: readonly PdfLine[]): string {
  return lines
    .map(({ text, size = 11, y }) => {
      const escaped = text.replace(/[\\()]/g, '\\$&')
      return `BT /F1 ${size} Tf 1 0 0 1 72 ${y} Tm (${escaped}) Tj ET`
    })
    .join('\n')
}

/** A Word document whose body is this WordprocessingML. */
export function docxOf(body: string): Uint8Array<ArrayBuffer> {
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const types = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  const style = (id: string, name: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
  return zipOf({
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${types}.document.main+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `${head}<w:styles xmlns:w="${word}">${style('H1', 'heading 1')}${style('H2', 'heading 2')}</w:styles>`,
    'word/document.xml': `${head}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
  })
}

/** A paragraph of a Word document, in a style (`H1`, `H2`) or bold. */
export function wordParagraph(text: string, { style = '', bold = false } = {}): string {
  const properties = style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`
  return `<w:p>${properties}<w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

/** A zip archive of these files. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>): Uint8Array<ArrayBuffer> {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content as string)
    const packed = deflateRawSync(data)
    const path = Buffer.from(name)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(data), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(data.length, 18)
    about.writeUInt16LE(path.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    local.push(Buffer.from('PK\x03\x04'), about, path, packed)
    central.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), about, place, path)
    offset += 4 + about.length + path.length + packed.length
  }
  const size = Buffer.concat(central).length
  const end = Buffer.alloc(18)
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return new Uint8Array(Buffer.concat([...local, ...central, Buffer.from('PK\x05\x06'), end]))
}
