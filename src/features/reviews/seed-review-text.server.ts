import type { DemoLanguage } from './seed-review-texts.ts'
import { demoBanks } from './seed-review-texts.ts'
import { demoCampaign, demoCopy, demoPersonal, demoReplies, demoSpam } from './seed-review-cases.ts'
import type { RejectionReason, ReviewStatus } from './review-rules.ts'
import type { ReviewSource } from './review-fields.ts'

/** The random values that the demo data needs. */
export interface DemoRandom {
  next(): number
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  wait(mean: number): number
}

/** A purchase that a customer could review. */
export interface Visit {
  readonly purchase: number
  readonly line: number
  readonly subject: number
  readonly name: string
  readonly email: string
  readonly country: number | null
  readonly locale: string
  readonly travelDate: string
  readonly status: string
  readonly title: string
}

export interface Subject {
  readonly id: number
  readonly title: string
  readonly provider: number | null
}

export interface DemoReview {
  subject: number
  title: string | null
  body: string
  language: string
  translated: boolean
  grade: number
  scale: number
  travelDate: string | null
  party: string | null
  source: ReviewSource
  provider: number | null
  reference: string | null
  noIndex: boolean
  purchase: number | null
  line: number | null
  name: string
  email: string | null
  country: number | null
  address: string | null
  helpful: number
  at: string
  status: ReviewStatus
  reason: RejectionReason | null
  flagged: boolean
  note: string | null
  reply: string | null
}

const day = 86_400_000

const parties = ['solo', 'couple', 'family', 'friends', 'business'] as const

const names = [
  'Oliver B.',
  'Hannah K.',
  'Lucía G.',
  'Marco R.',
  'Sofia',
  'James',
  'Inés M.',
  'Pieter V.',
  'Claire D.',
  'Álvaro S.',
  'Noor',
  'Emma T.',
  'Javier P.',
  'Grace L.',
  'Tomás',
  'Ewa N.',
] as const

export class Teller {
  readonly #random: DemoRandom
  readonly #now: number
  readonly #scene: 'visit' | 'show'

  constructor(random: DemoRandom, now: number, scene: 'visit' | 'show') {
    this.#random = random
    this.#now = now
    this.#scene = scene
  }

  #words(language: DemoLanguage, stars: number, what: string): { title: string | null; body: string } {
    const random = this.#random
    const bank = demoBanks[language][this.#scene][stars >= 4 ? 'good' : stars === 3 ? 'mixed' : 'bad']
    const middles = [random.pick(bank.middles), ...(random.chance(0.6) ? [random.pick(bank.middles)] : [])]
    const body = [
      random.pick(bank.begins),
      ...new Set(middles),
      ...(random.chance(0.8) ? [random.pick(bank.ends)] : []),
    ]
      .join(' ')
      .replace('{what}', what.slice(0, 80))
    return { title: random.chance(0.75) ? random.pick(bank.titles) : null, body }
  }

  #stars(): number {
    const roll = this.#random.next()
    return roll < 0.52 ? 5 : roll < 0.79 ? 4 : roll < 0.9 ? 3 : roll < 0.96 ? 2 : 1
  }

  /** Written between the visit and now; the last ones still wait. */
  #decided(
    at: number,
    stars: number,
  ): Pick<DemoReview, 'status' | 'reason' | 'flagged' | 'note' | 'reply'> & { at: string } {
    const random = this.#random
    const age = (this.#now - at) / day
    const isWaiting = age < 6 || random.chance(0.04)
    const roll = random.next()
    const status: ReviewStatus = isWaiting ? 'pending' : roll < 0.9 ? 'approved' : roll < 0.96 ? 'rejected' : 'hidden'
    const reasons: readonly RejectionReason[] = ['off_topic', 'offensive', 'wrong_subject', 'not_genuine']
    return {
      at: new Date(at).toISOString(),
      status,
      reason: status === 'rejected' ? random.pick(reasons) : null,
      flagged: status === 'pending' && random.chance(0.06),
      note: status === 'hidden' ? 'Hidden while the supplier looks into it' : null,
      reply: status === 'approved' && (stars <= 2 || random.chance(0.08)) ? 'yes' : null,
    }
  }

  verified(visit: Visit, what: string, index: number): DemoReview {
    const random = this.#random
    const language: DemoLanguage = visit.locale.startsWith('es') ? 'es' : 'en'
    const stars = this.#stars()
    const visited = Date.parse(`${visit.travelDate}T18:00:00Z`)
    const isEarly = index % 90 === 41
    const at = isEarly
      ? visited - 3 * day
      : Math.min(this.#now - random.int(1, 40) * 3_600_000, visited + day + random.wait(6) * day)
    const reportedOn = index % 70 === 25 ? new Date(visited + 4 * day).toISOString().slice(0, 10) : visit.travelDate
    const [first = '', last = ''] = [visit.name.split(' ')[0], visit.name.split(' ').at(-1)]
    const decided = this.#decided(at, stars)
    return {
      ...base,
      subject: visit.subject,
      ...this.#words(language, stars, what),
      language,
      grade: stars,
      travelDate: random.chance(0.85) ? reportedOn : null,
      party: random.chance(0.8) ? random.pick(parties) : null,
      source: 'verified_purchase',
      purchase: visit.purchase,
      line: visit.line,
      name: `${first} ${last.slice(0, 1)}.`,
      email: visit.email,
      country: visit.country,
      address: `198.18.${visit.purchase % 256}.${1 + (visit.purchase % 250)}`,
      helpful: random.chance(0.3) ? random.int(1, 24) : 0,
      ...decided,
      ...(visit.status === 'cancelled' && { status: 'pending' as const, reason: null, reply: null }),
      ...(decided.reply && { reply: random.pick(demoReplies[language]) }),
    }
  }

  /** Reviews collected by suppliers, imported from elsewhere, or written by editors. */
  other({ id, title, provider }: Subject, hasSuppliers: boolean): DemoReview {
    const random = this.#random
    const roll = random.next()
    const isSupplier = hasSuppliers && provider !== null && roll < 0.6
    const isEditorial = !isSupplier && roll > 0.97
    const language: DemoLanguage = random.chance(0.35) ? 'es' : 'en'
    const stars = isEditorial ? 4 : this.#stars()
    const at = this.#now - random.int(2, 380) * day + random.int(0, 20) * 3_600_000
    const scale = isSupplier && id % 3 === 0 ? 10 : !isSupplier && random.chance(0.15) ? 100 : 5
    const decided = this.#decided(at, stars)
    return {
      ...base,
      subject: id,
      ...this.#words(language, stars, title),
      language,
      translated: isSupplier && random.chance(0.2),
      grade: scale === 5 ? stars : scale === 10 ? stars * 2 - random.int(0, 1) : stars * 20 - random.int(0, 9),
      scale,
      party: random.chance(0.4) ? random.pick(parties) : null,
      source: isSupplier ? 'supplier' : isEditorial ? 'editorial' : 'import',
      provider: isSupplier ? provider : null,
      reference: isSupplier ? `R${id}-${random.int(100_000, 999_999)}` : null,
      noIndex: isSupplier,
      name: isEditorial ? 'Marquee editors' : random.pick(names),
      address: isSupplier ? null : `198.19.${random.int(0, 255)}.${random.int(1, 250)}`,
      helpful: random.chance(0.25) ? random.int(1, 12) : 0,
      ...decided,
      ...(decided.reply && { reply: random.pick(demoReplies[language]) }),
    }
  }

  /** A campaign on one subject within a day, copies of one text on several, and what must not be published. */
  planted(subjects: readonly Subject[]): readonly DemoReview[] {
    const random = this.#random
    const [target, ...rest] = subjects
    if (!target) return []
    const campaign = Array.from({ length: 11 }, (_, index): DemoReview => ({
      ...this.#stranger(target.id, demoCampaign[index % demoCampaign.length] ?? '', 2 * day + index * 1_700_000, 5),
      body: `${demoCampaign[index % demoCampaign.length] ?? ''}${index >= demoCampaign.length ? ` ${random.pick(['Wow', 'Perfect', 'Love it', 'Five stars', 'Superb', 'Simply the best', 'Top'])}${'!'.repeat(1 + (index % 3))}` : ''}`,
      address: `203.0.113.${20 + index}`,
      name: random.pick(names),
    }))
    const copies = rest.slice(3, 8).map(({ id }, index) => ({
      ...this.#stranger(id, demoCopy, (3 + index) * day, 5),
      email: `happy.customer${index}@example.net`,
    }))
    const spam = demoSpam.map((body, index) =>
      this.#stranger(rest[index * 4]?.id ?? target.id, body, (1 + index) * day, 5),
    )
    const personal = {
      ...this.#stranger(rest[2]?.id ?? target.id, demoPersonal, 4 * day, 5),
      flagged: true,
      note: 'Redact the address and the number before it is approved',
    }
    return [...campaign, ...copies, ...spam, personal]
  }

  plantedLittle(subjects: readonly Subject[]): readonly DemoReview[] {
    return subjects
      .slice(0, 3)
      .map(({ id }, index) => this.#stranger(id, index === 2 ? (demoSpam[1] ?? '') : demoCopy, (1 + index) * day, 5))
  }

  #stranger(subject: number, body: string, ago: number, stars: number): DemoReview {
    const random = this.#random
    return {
      ...base,
      subject,
      body,
      grade: stars,
      name: random.pick(names),
      at: new Date(this.#now - ago).toISOString(),
      address: `198.19.${random.int(0, 255)}.${random.int(1, 250)}`,
    }
  }
}

const base: DemoReview = {
  subject: 0,
  title: null,
  body: '',
  language: 'en',
  translated: false,
  grade: 5,
  scale: 5,
  travelDate: null,
  party: null,
  source: 'import',
  provider: null,
  reference: null,
  noIndex: false,
  purchase: null,
  line: null,
  name: '',
  email: null,
  country: null,
  address: null,
  helpful: 0,
  at: '',
  status: 'pending',
  reason: null,
  flagged: false,
  note: null,
  reply: null,
}
