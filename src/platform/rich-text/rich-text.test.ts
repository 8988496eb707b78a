import * as fc from 'fast-check'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { parseFragment, serialize } from 'parse5'
import { describe, expect, it } from 'vitest'
import { plainOfRichText } from '../../core/rich-text-plain.ts'
import { blocksOf, editorDocument } from './editor-document.ts'
import { readRichText, writeRichText } from './rich-text.ts'
import { richTextWords } from './rich-text-labels.ts'
import { sanitise, TooDeep } from './sanitise.server.ts'

const stored =
  '<h2>Where to sit</h2><p>The <strong>stalls <em>only</em></strong>, see <a href="https://example.com/?a=1&amp;b=2">the map</a>.<br>No lift.</p>' +
  '<ul><li><p>One</p><ol><li><p>First</p></li></ol></li><li><p>Two &lt; three</p></li></ul><blockquote><p>“Fine.”</p></blockquote>' +
  '<img data-image="12" alt="The &quot;Royal&quot; box"><p>Stay in :::link|text=Las Vegas|element=c-12:::.</p>'

/** Everything that a stored text can consist of, as browsers parse it. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  p: [],
  h2: [],
  h3: [],
  h4: [],
  blockquote: [],
  ul: [],
  ol: [],
  li: [],
  strong: [],
  em: [],
  br: [],
  a: ['href'],
  img: ['data-image', 'alt'],
}

type Parsed = DefaultTreeAdapterTypes.ChildNode

function faultsIn(nodes: readonly Parsed[]): string[] {
  return nodes.flatMap((node) => {
    if (node.nodeName === '#text') return []
    if (!('tagName' in node)) return [node.nodeName]
    const attributes = allowed[node.tagName]
    if (!attributes) return [node.tagName]
    const wrong = node.attrs
      .filter(({ name }) => !attributes.includes(name))
      .map(({ name }) => `${node.tagName} ${name}`)
    const leads = node.attrs
      .filter(({ name, value }) => name === 'href' && !/^(?:https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(value))
      .map(({ value }) => value)
    return [
      ...wrong,
      ...leads,
      ...(node.namespaceURI === 'http://www.w3.org/1999/xhtml' ? [] : [node.namespaceURI]),
      ...faultsIn(node.childNodes),
    ]
  })
}

/** What must be true of every output, whatever parses it and however often. */
function expectSafe(html: string): void {
  expect(faultsIn(parseFragment(html).childNodes)).toEqual([])
  expect(sanitise(html)).toBe(html)
  // A browser that reads it and writes it again has the same elements: nothing in it changes by being read.
  expect(sanitise(serialize(parseFragment(html)))).toBe(html)
  if (html !== '') expect(readRichText(html)).not.toBeNull()
}

describe('a stored text', () => {
  it('is read and written in one spelling', () => {
    const blocks = readRichText(stored)
    expect(blocks).not.toBeNull()
    expect(writeRichText(blocks ?? [])).toBe(stored)
    expect(sanitise(stored)).toBe(stored)
  })

  it('goes through the editor unchanged, its link markers as pieces of their own', () => {
    const document = editorDocument(readRichText(stored) ?? [])
    expect(JSON.stringify(document)).toContain('{"type":"linkMarker","attrs":{"text":"Las Vegas","element":"c-12"}}')
    expect(writeRichText(blocksOf(document))).toBe(stored)
  })

  it.each([
    '<p>a',
    '<p>a</p> ',
    '<P>a</P>',
    '<p class="x">a</p>',
    '<p></p>',
    '<p>a</p><script></script>',
    '<p><em><strong>a</strong></em></p>',
    '<p>a & b</p>',
    '<a href="javascript:alert(1)">a</a>',
    '<p><a href="javascript:x">a</a></p>',
    '<img data-image="0" alt="">',
    '<ul><p>a</p></ul>',
    '<p>a</p><!-- b -->',
    'a',
  ])('in any other spelling is not read: %s', (html) => {
    expect(readRichText(html)).toBeNull()
  })

  it('reads in lists as its words, and in comparisons with its form', () => {
    expect(plainOfRichText(stored)).toBe(
      'Where to sit The stalls only, see the map. No lift. One First Two < three “Fine.” Stay in Las Vegas.',
    )
    expect(richTextWords(stored).split('\n')).toEqual([
      '## Where to sit',
      'The **stalls** **_only_**, see [the map](https://example.com/?a=1&b=2).',
      'No lift.',
      '• One',
      '  1. First',
      '• Two < three',
      '> “Fine.”',
      '[Image 12: The "Royal" box]',
      'Stay in :::link|text=Las Vegas|element=c-12:::.',
    ])
  })
})

/** Pieces of markup that make every kind of broken document in some order. */
const markup = [
  '<p>',
  '</p>',
  '<div>',
  '</div>',
  '<b>',
  '</b>',
  '<i>',
  '</i>',
  '<a href="',
  'javascript:alert(1)',
  'https://x.example/',
  '">',
  '</a>',
  '<ul>',
  '<ol>',
  '<li>',
  '</li>',
  '</ul>',
  '<table>',
  '<td>',
  '<tr>',
  '</table>',
  '<svg>',
  '</svg>',
  '<math>',
  '<mtext>',
  '<mglyph>',
  '<style>',
  '</style>',
  '<script>',
  '</script>',
  '<!--',
  '-->',
  '<img src=x onerror=alert(1)>',
  '<img data-image="5" alt="',
  '<noscript>',
  '</noscript>',
  '<template>',
  '<h2>',
  '</h2>',
  '<blockquote>',
  '</blockquote>',
  '<br>',
  '&lt;',
  '&#x3c;',
  '&amp;',
  '"',
  "'",
  '`',
  '=',
  ' ',
  '\n',
  '\u0338',
  '\u0301',
  '\u202e',
  '\u00a0',
  ':::link|text=',
  '|element=c-1:::',
  'x',
  'é',
  '<form>',
  '<select>',
  '<textarea>',
  '<title>',
  '<foreignObject>',
  '<desc>',
  '<annotation-xml encoding="text/html">',
]

describe('what a person sends', () => {
  it.each([
    ['<div>One<div>Two</div></div>', '<p>One</p><p>Two</p>'],
    ['<h1>A</h1><h6>B</h6>', '<h2>A</h2><h4>B</h4>'],
    ['<b>a</b><i>b</i> <u>c</u>', '<p><strong>a</strong><em>b</em> c</p>'],
    ['<strong>a</strong><strong> b</strong>', '<p><strong>a b</strong></p>'],
    ['<em><strong>a</strong></em>', '<p><strong><em>a</em></strong></p>'],
    ['  a \n b  <br> <br>', '<p>a b</p>'],
    ['a&nbsp;b', '<p>a\u00a0b</p>'],
    ['One\nstill one\n\nTwo & <3', '<p>One<br>still one</p><p>Two &amp; &lt;3</p>'],
    ['<ul>loose<li>a<ul><li>b</ul></ul>', '<ul><li><p>loose</p></li><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', '<p>a</p><p>b</p>'],
    ['<p>a<img data-image="7" alt=" A  view ">b</p>', '<p>a</p><img data-image="7" alt="A view"><p>b</p>'],
    ['<p><img src="https://evil.example/pixel.gif">a</p>', '<p>a</p>'],
    [
      '<a href=" example ">a</a><a href="//evil.example">b</a><a href="/madrid">c</a>',
      '<p>ab<a href="/madrid">c</a></p>',
    ],
    ['<p>e\u0301<b>\u0338x</b></p>', '<p>\u00e9<strong>x</strong></p>'],
    ['&#x202e;a&#0;b', '<p>a\ufffdb</p>'],
    [':::link|text=A <b>B</b>|element=c-1:::', '<p>:::link|text=A <strong>B</strong>|element=c-1:::</p>'],
    ['<p> </p><p><br></p>', ''],
  ])('%s becomes %s', (html, expected) => {
    expect(sanitise(html)).toBe(expected)
    expectSafe(sanitise(html))
  })

  // Published bypasses of sanitisers: input that is harmless when parsed once, but not when parsed again.
  it.each([
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<p id="</p><img src=x onerror=alert(1)>">',
    '<a href="jav&#x09;ascript:alert(1)">x</a>',
    '<a href="\u0001javascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href=javascript&colon;alert(1)>x</a>',
    '<img src=x onerror=alert(1)>',
    '<img data-image="1&quot; onerror=&quot;alert(1)" alt=x>',
    '<img data-image=1 alt="&quot; onerror=&quot;alert(1)">',
    '<svg/onload=alert(1)>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
    '<textarea><script>alert(1)</script></textarea>',
    '<template><img src=x onerror=alert(1)></template>',
    '<select><style></select><img src=x onerror=alert(1)></style>',
    '<plaintext><img src=x onerror=alert(1)>',
    '<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>',
    '<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>',
    '<p style="background:url(javascript:alert(1))" onclick=alert(1)>x</p>',
    '<a href="https://x.example" target=_blank onmouseover=alert(1) style=position:fixed>x</a>',
    '<base href="https://evil.example/"><a href="/x">x</a>',
    '<meta http-equiv=refresh content="0;url=https://evil.example">',
    '<link rel=stylesheet href=//evil.example>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
    '<?xml version="1.0"?><img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '&lt;img src=x onerror=alert(1)&gt;',
    '<a href="mailto:a@b.example?subject=<script>">x</a>',
    '<table><a href="javascript:alert(1)"><td>x</td></a></table>',
    '<b><table><i>x<tr><td></b>y',
    '<p>a<h2>b<ul><li><blockquote>c',
    '<li><li>a',
    '</p><br/></br>',
    '<p>\u0338a</p>',
    '<a href="https://x.example/`onerror=alert(1)">x</a>',
  ])('has nothing that could run or change when it is read again: %s', (html) => {
    expectSafe(sanitise(html))
  })

  it('contains nothing that could run, whatever it is made of', () => {
    const pieces = fc.constantFrom(...markup)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces, { maxLength: 30 }).map((all) => all.join('')),
          fc.string({ unit: 'binary', maxLength: 60 }),
        ),
        (html) => {
          expectSafe(sanitise(html))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('that no one would write is refused before it costs anything', () => {
    const started = performance.now()
    for (const html of [
      '<div>'.repeat(13_000),
      '<ul><li>'.repeat(8_000),
      '<b>'.repeat(21_000),
      `${'<div>'.repeat(200)}a${'</div>'.repeat(200)}`,
    ]) {
      expect(() => sanitise(html)).toThrow(TooDeep)
    }
    expect(performance.now() - started).toBeLessThan(1_000)
    const deep = sanitise(`${'<ul><li>'.repeat(9)}a${'</li></ul>'.repeat(9)}`)
    expect(deep.match(/<ul>/g)).toHaveLength(6)
    expectSafe(deep)
  })
})
