import type { Extensions } from '@tiptap/core'
import { Extension, mergeAttributes, Node } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { StarterKit } from '@tiptap/starter-kit'
import { boundTo, saveAndNextShortcut } from '../../ui/shortcuts.web.ts'
import type { NamingHooks } from './marker-naming.web.ts'
import { markerNaming } from './marker-naming.web.ts'
import { isAddress } from './rich-text.ts'

/** An image of the library between paragraphs. The text keeps its number; where the file is, is the library's business. */
function libraryImage(addressOf: (id: number) => string) {
  return Node.create({
    name: 'libraryImage',
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({
      id: {
        default: null,
        parseHTML: (element) => Number(element.getAttribute('data-image')),
        renderHTML: ({ id }) => ({ 'data-image': String(id) }),
      },
      alt: { default: '' },
    }),
    parseHTML: () => [
      {
        tag: 'img[data-image]',
        getAttrs: (element) => (/^[1-9][0-9]{0,14}$/.test(element.getAttribute('data-image') ?? '') ? null : false),
      },
    ],
    renderHTML: ({ node, HTMLAttributes }) => [
      'img',
      mergeAttributes(HTMLAttributes, { src: addressOf(Number(node.attrs['id'])), loading: 'lazy' }),
    ],
  })
}

/** A link marker as one piece that is moved and deleted whole. */
const linkMarker = Node.create({
  name: 'linkMarker',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({
    text: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-marker-text'),
      renderHTML: ({ text }) => ({ 'data-marker-text': String(text) }),
    },
    element: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-marker'),
      renderHTML: ({ element }) => ({ 'data-marker': String(element) }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-marker]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { title: String(node.attrs['element']) }),
    String(node.attrs['text']) || String(node.attrs['element']),
  ],
  renderText: ({ node }) => `:::link|text=${String(node.attrs['text'])}|element=${String(node.attrs['element'])}:::`,
})

interface EditorHooks {
  readonly addressOf: (id: number) => string
  readonly onLink: () => void
  readonly onMarker: () => void
  readonly naming: NamingHooks
}

/** Our own keys besides the editor's usual ones. Ctrl+K alone belongs to the console. */
function ownKeys({ onLink, onMarker }: EditorHooks) {
  const does = (run: () => void) => () => {
    run()
    return true
  }
  return Extension.create({
    name: 'ownKeys',
    addKeyboardShortcuts: () => ({ 'Mod-Shift-k': does(onLink), 'Mod-Shift-l': does(onMarker) }),
  })
}

/** Leaves Ctrl+Enter, which would break a line, to a page where it saves and goes on. Shift+Enter breaks lines everywhere. */
const saveKey = Extension.create({
  name: 'saveKey',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown: (_, { key, ctrlKey, metaKey }) =>
            key === 'Enter' && (ctrlKey || metaKey) && boundTo(saveAndNextShortcut) !== null,
        },
      },
    }),
  ],
})

/** Everything that a text can contain, and nothing that the server would strip. */
export function editorExtensions(hooks: EditorHooks): Extensions {
  return [
    StarterKit.configure({
      code: false,
      codeBlock: false,
      strike: false,
      underline: false,
      horizontalRule: false,
      heading: { levels: [2, 3, 4] },
      link: {
        openOnClick: false,
        autolink: true,
        defaultProtocol: 'https',
        isAllowedUri: (address) => isAddress(address),
        HTMLAttributes: { target: null, rel: null },
      },
    }),
    libraryImage(hooks.addressOf),
    linkMarker,
    ownKeys(hooks),
    saveKey,
    markerNaming(hooks.naming),
  ]
}
