import type { products } from '../products/products.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pathOf } from '../../core/http/endpoint.ts'
import { ref } from '../../core/resource/fields.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { formatInstant, formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useCommand, useReadAgain } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { confirmBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { dropped, moved } from '../../ui/reorder/list-order.ts'
import { DropSlot, Reorderable, useFollowedButton } from '../../ui/reorder/reorder.tsx'
import type { AliasMember, AliasMembers } from './alias.endpoints.ts'
import { maxMembers, readComparison, readMembers, writeMembers } from './alias.endpoints.ts'
import classes from './aliases.module.css'
import { aliases } from './aliases.ts'
import { MemberRow } from './member-row.tsx'
import { policyWords, toastChoice, useSellProduct } from './sell-product.web.ts'
import { nameOf } from '../../core/resource/resource-name.ts'

/** The products behind a page, in order. Changes here are stored at once, separately from the form. */
export function MembersPanel({ alias }: { alias: AnyRecord }) {
  const answer = useAnswer(readMembers, { params: { id: alias.id } })
  // The form sets the rule that chooses the product, so saving it can change what is sold.
  useReadAgain(alias.version, answer)
  return (
    <AnswerPanel title={t('Products')} answer={answer} className={classes['panel']}>
      {(stored) => <Members alias={alias} stored={stored} />}
    </AnswerPanel>
  )
}

function Members({ alias, stored }: { alias: AnyRecord; stored: AliasMembers }) {
  const { mayWrite } = usePage()
  const state = useStoredMembers(alias, stored)
  const { shown, said } = state
  const { place, makePrimary, remove, add } = changesOf(state)
  const pin = usePin(alias, stored, state)
  const follow = useFollowedButton(shown)

  return (
    <Reorderable
      said={said}
      onDrop={(source, slot) => {
        const from = shown.findIndex(({ productId }) => `member ${productId}` === source)
        const member = shown[from]
        if (member) place(dropped(shown, from, Number(slot.split(' ')[1])), member)
      }}
    >
      <p className={classes['note']}>
        <ChoiceWords {...stored} />
      </p>
      <ol className={classes['members']} aria-label={t('Products in order')}>
        {shown.map((member, index) => (
          <li key={member.productId}>
            <DropSlot id={`place ${index}`} accept="member" />
            <MemberRow
              member={member}
              isSold={stored.choice?.productId === member.productId}
              mayMove={mayWrite}
              isFirst={index === 0}
              isLast={index === shown.length - 1}
              ownId={alias.id}
              onMove={(step) => {
                follow(`member-${member.productId}-${step}`)
                place(moved(shown, index, step === 'up' ? index - 1 : index + 1), member)
              }}
              onPin={() => void pin(member)}
              onPrimary={() => makePrimary(member)}
              onRemove={() => remove(member)}
            />
          </li>
        ))}
        <li aria-hidden>
          <DropSlot id={`place ${shown.length}`} accept="member" />
        </li>
      </ol>
      {mayWrite && shown.length < maxMembers && <Adder key={shown.length} taken={shown} onAdd={add} />}
    </Reorderable>
  )
}

/** The changes of the members that need no question, each with what is read out about it. */
function changesOf({ shown, store }: Stored) {
  return {
    place(next: readonly AliasMember[] | null, member: AliasMember): void {
      if (!next) return
      store(
        asWanted(next),
        t('{name} is at position {place} of {count}.', {
          name: member.title,
          place: next.indexOf(member) + 1,
          count: next.length,
        }),
      )
    },
    makePrimary({ productId, title: name }: AliasMember): void {
      store(
        asWanted(shown).map((one) => (one.productId === productId ? { ...one, isPrimary: true } : one)),
        t('This is the main page of {name} now.', { name }),
      )
    },
    remove(member: AliasMember): void {
      store(
        asWanted(shown.filter((one) => one !== member)),
        t('{name} is taken off this page.', { name: member.title }),
      )
    },
    add(productId: number): void {
      store([...asWanted(shown), { productId, isPinned: false }], t('The product is on this page now.'))
    },
  }
}

type Stored = ReturnType<typeof useStoredMembers>

/**
 * The members as they are shown at once, and their changes on the way to the server. Calls run one at a time: each sends
 * the state it is based on, which is the result of the one before.
 */
function useStoredMembers(alias: AnyRecord, stored: AliasMembers) {
  const [shown, setShown] = useState(stored.members)
  const [said, setSaid] = useState('')
  const queries = useQueryClient()
  const write = useCommand(writeMembers, { refresh: [aliases] })
  const queue = useRef<Promise<void>>(Promise.resolve())
  const waiting = useRef(0)
  const seen = useRef(idsOf(stored.members))
  useEffect(() => {
    if (waiting.current > 0) return
    seen.current = idsOf(stored.members)
    setShown(stored.members)
  }, [stored])

  function show(next: readonly Wanted[]): void {
    const known = new Map(shown.map((member) => [member.productId, member]))
    setShown(
      next.flatMap(({ productId, isPinned }) => {
        const member = known.get(productId)
        return member ? [{ ...member, isPinned }] : []
      }),
    )
  }

  function store(next: readonly Wanted[], words: string, tell?: (answer: AliasMembers) => void): void {
    show(next)
    setSaid(words)
    waiting.current += 1
    queue.current = queue.current.then(() => send(next, tell))
  }

  async function send(next: readonly Wanted[], tell?: (answer: AliasMembers) => void): Promise<void> {
    const params = { id: alias.id }
    const answer = await write
      .mutateAsync({ params, input: { seen: [...seen.current], members: [...next] } })
      .catch(() => null)
    waiting.current -= 1
    if (answer) seen.current = idsOf(answer.members)
    if (answer) tell?.(answer)
    if (waiting.current > 0) return
    // The client has already shown the refusal; the panel shows what the server has.
    if (answer) queries.setQueryData([pathOf(readMembers, params), {}], answer)
    else setShown(stored.members)
    await Promise.all(
      [readMembers, readComparison].map((endpoint) =>
        queries.invalidateQueries({ queryKey: [pathOf(endpoint, params)] }),
      ),
    )
  }

  /** Runs a call of another kind in the same order, which leads to the members `next` if it succeeds. */
  function after(next: readonly Wanted[], call: () => Promise<AliasMembers | null>): void {
    // The next move is based on what is shown: without the pin it would take it off again.
    show(next)
    waiting.current += 1
    queue.current = queue.current.then(async () => {
      const answer = await call()
      waiting.current -= 1
      if (waiting.current > 0) return
      // The members were read again while this was under way, and the effect left them alone. If that reading failed, the
      // answer is newer.
      const read = queries.getQueryState<AliasMembers>([pathOf(readMembers, { id: alias.id }), {}])
      const { members } = (read?.isInvalidated ? answer : null) ?? read?.data ?? stored
      seen.current = idsOf(members)
      setShown(members)
    })
  }
  return { shown, said, store, after }
}

/** Pins a member or takes its pin off. A pin counts only where the page sells the pinned one, which is for the person to decide. */
function usePin(alias: AnyRecord, stored: AliasMembers, { shown, store, after }: Stored) {
  const selling = useSellProduct(alias)
  return async function pin(member: AliasMember): Promise<void> {
    const { productId, title: name } = member
    const isOn = !member.isPinned
    const pins = shown.map((one) => ({ productId: one.productId, isPinned: one.productId === productId && isOn }))
    if (isOn && stored.policy !== 'pinned' && member.status === 'live') {
      const { action } = await confirmBox(
        t('This page sells “{policy}”, so a pin alone changes nothing. Let it sell {name} from now on?', {
          policy: policyWords(stored.policy),
          name,
        }),
        t('Sell what is pinned?'),
        { confirmText: t('Pin and sell it'), cancelText: t('Only pin it') },
      )
      if (action === 'close') return
      if (action === 'confirm') {
        return after(pins, () => selling.sell(productId))
      }
    }
    store(pins, isOn ? t('{name} is pinned.', { name }) : t('{name} is no longer pinned.', { name }), (answer) => {
      if (isOn) return toastChoice(answer, productId)
      const sold = answer.members.find((one) => one.productId === answer.choice?.productId)
      if (answer.policy === 'pinned' && sold)
        toast.warning(t('Unpinned: {sold} is sold as the first in rank.', { sold: sold.title }))
    })
  }
}

const asWanted = (members: readonly AliasMember[]) =>
  members.map(({ productId, isPinned }): Wanted => ({ productId, isPinned }))
const idsOf = (members: readonly { readonly productId: number }[]) => members.map(({ productId }) => productId)

interface Wanted {
  readonly productId: number
  readonly isPinned: boolean
  readonly isPrimary?: boolean
}

/** The product on sale, the reason, and the age of the choice. */
function ChoiceWords({ choice, members }: AliasMembers) {
  if (!choice)
    return members.length === 0
      ? t('No product yet. Add the first one below: a page needs a live one to be published.')
      : t('None is live, so the page has nothing to sell.')
  const title = members.find(({ productId }) => productId === choice.productId)?.title ?? ''
  return t('Selling {title} from {price} ({when}). Why this one: {reason}.', {
    title,
    price: formatMoney(choice.fromPrice, choice.currency),
    when: formatInstant(choice.at),
    reason: choiceLabelOf(aliases.fields.choiceReason, choice.reason),
  })
}

const productField = ref(nameOf<typeof products>('products'), {
  label: 'Add a product',
  help: 'Added at the end, with its price, margin and availability.',
})

function Adder({ taken, onAdd }: { taken: readonly AliasMember[]; onAdd: (productId: number) => void }) {
  const [problem, setProblem] = useState<string>()
  return (
    <div className={classes['adder']}>
      {inputOf(productField, {
        name: 'addedProductId',
        value: null,
        error: problem,
        errors: {},
        readOnly: false,
        draft: {},
        record: null,
        onChange: (value) => {
          if (typeof value !== 'number') return
          if (taken.some(({ productId }) => productId === value)) return setProblem(t('This page fronts it already.'))
          setProblem(undefined)
          onAdd(value)
        },
      })}
    </div>
  )
}
