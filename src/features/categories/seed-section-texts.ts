/** A category or subcategory of the demo: English, then Spanish. */
export interface DemoSection {
  readonly en: string
  readonly es: string
  readonly slug: string
  readonly esSlug: string
  readonly text: string
  readonly esText: string
  readonly icon?: string
  readonly type: string
  /** Products whose title matches (POSIX, not case-sensitive) belong to it. */
  readonly matches?: string
  readonly publication?: 'draft' | 'in_review' | 'unpublished'
  /** Spanish that was made from an older English text, or by a machine, or is not there yet. */
  readonly spanish?: 'outdated' | 'machine' | 'draft' | 'missing'
}

export function section(
  names: readonly [en: string, es: string],
  slugs: readonly [en: string, es: string],
  texts: readonly [en: string, es: string],
  more: Omit<DemoSection, 'en' | 'es' | 'slug' | 'esSlug' | 'text' | 'esText'>,
): DemoSection {
  return { en: names[0], es: names[1], slug: slugs[0], esSlug: slugs[1], text: texts[0], esText: texts[1], ...more }
}
