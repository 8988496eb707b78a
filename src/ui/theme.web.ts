import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { t } from '../core/i18n/language.ts'

/** The house colour: the velvet of a theatre's curtain. */
const velvet: MantineColorsTuple = [
  '#fbf1f8',
  '#f2dfec',
  '#e3bdd8',
  '#d399c3',
  '#c377af',
  '#b05a9a',
  '#9a4285',
  '#80316d',
  '#672657',
  '#4b1a3f',
]

/** The bulbs of the sign outside. Only for accents: it is too light to carry text on white. */
const bulb: MantineColorsTuple = [
  '#fff8e6',
  '#ffeec5',
  '#ffdf93',
  '#ffcf5d',
  '#fbbf36',
  '#f2ae17',
  '#d1910a',
  '#a87105',
  '#7f5405',
  '#573a04',
]

/** Greys with a trace of the house colour, so that nothing looks bluish beside it. */
const gray: MantineColorsTuple = [
  '#faf9fa',
  '#f4f2f4',
  '#ebe8eb',
  '#dedade',
  '#cbc6cb',
  '#aba5ab',
  '#6c656c',
  '#5a545a',
  '#3a353a',
  '#242024',
]

const dark: MantineColorsTuple = [
  '#e6e2e7',
  '#c6c0c8',
  '#a8a1ab',
  '#6f6873',
  '#443e48',
  '#342f38',
  '#28242c',
  '#1b181e',
  '#151317',
  '#0f0d11',
]

/** Dark enough at shade 7, and at 6 on a dark page, to carry white text: the library's own are not. */
const red: MantineColorsTuple = [
  '#fff2f1',
  '#ffe1df',
  '#fcc3bf',
  '#f49d97',
  '#e8736b',
  '#d8504a',
  '#c73d37',
  '#b42b26',
  '#931f1b',
  '#6d1613',
]
const green: MantineColorsTuple = [
  '#eef9f1',
  '#d9f0df',
  '#b2dfbf',
  '#86cc9b',
  '#5db67a',
  '#3c9c5d',
  '#2a8449',
  '#1f723d',
  '#175a2f',
  '#0f4121',
]
const blue: MantineColorsTuple = [
  '#eff5fd',
  '#dbe8f9',
  '#b7d0f2',
  '#8cb3ea',
  '#6196e0',
  '#3f7bd1',
  '#2f6bc0',
  '#245ba8',
  '#1b4784',
  '#133360',
]

/**
 * Everything in the console is 30 px high, 13 px large and still: set once here, so that no screen has to say it.
 */
export const theme = createTheme({
  colors: { velvet, bulb, gray, dark, red, green, blue },
  primaryColor: 'velvet',
  primaryShade: { light: 7, dark: 6 },
  white: '#ffffff',
  black: '#1f1b1f',
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.8125rem', sm: '0.8125rem', md: '0.8125rem', lg: '0.9375rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '640',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.3' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '80em', xl: '120em' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { size: 30, variant: 'subtle', color: 'gray' } },
    Button: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    CloseButton: {
      defaultProps: {
        get 'aria-label'() {
          return t('Close')
        },
      },
    },
    Input: { defaultProps: { size: 'xs' } },
    InputWrapper: { defaultProps: { size: 'xs' } },
    Autocomplete: { defaultProps: { size: 'xs' } },
    FileInput: { defaultProps: { size: 'xs' } },
    JsonInput: { defaultProps: { size: 'xs' } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', checkIconPosition: 'right' } },
    TagsInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'xs' } },
    DateInput: { defaultProps: { size: 'xs' } },
    DatePickerInput: { defaultProps: { size: 'xs' } },
    DateTimePicker: { defaultProps: { size: 'xs' } },
    TimeInput: { defaultProps: { size: 'xs' } },
    // The placeholder is a focus stop without a role that a menu can own; the first item takes the focus instead.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' } },
    Modal: {
      defaultProps: {
        get closeButtonProps() {
          return { 'aria-label': t('Close') }
        },
      },
    },
    Popover: { defaultProps: { shadow: 'md' } },
    Radio: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
})

/** The library's surfaces, lines and words in the console's values, so that its parts and ours are one material. */
export const readableColours: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--mq-card)',
    '--mantine-color-text': 'var(--mq-text)',
    '--mantine-color-dimmed': 'var(--mq-text-soft)',
    '--mantine-color-default': 'var(--mq-raised)',
    '--mantine-color-default-hover': 'var(--mq-hover)',
    '--mantine-color-default-color': 'var(--mq-text)',
    '--mantine-color-default-border': 'var(--mq-line-strong)',
    '--mantine-color-error': 'var(--mq-bad-text)',
    '--mantine-color-placeholder': 'var(--mq-text-faint)',
    '--mantine-color-anchor': 'var(--mq-accent-text)',
  },
  light: {},
  dark: {},
})
