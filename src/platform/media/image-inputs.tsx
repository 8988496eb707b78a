import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon, Button, Input, TextInput } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconPhoto, IconX } from '@tabler/icons-react'
import { Suspense, useId, useState } from 'react'
import type { AnyField } from '../../core/resource/fields.ts'
import { refKey } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { useRows, useSave } from '../../ui/resource/client.web.ts'
import type { InputProps } from '../../ui/resource/input-props.ts'
import { common } from '../../ui/resource/input-props.ts'
import type { OwnInput } from '../../ui/resource/screen-parts.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import type { Image } from './image-upload.web.ts'
import { imageAddress } from './image-address.ts'
import { images } from './images.ts'
import classes from './images.module.css'
import { UploadArea } from './upload-area.tsx'

const ImagePicker = lazyScreen(async () => (await import('./image-picker.tsx')).ImagePicker)

type Ids = readonly number[]
type FieldProps = InputProps & { readonly field: AnyField }

/** One image: uploaded in place, chosen from the library, described in place. */
export const ImageInput: OwnInput = (props) => (
  <ImagesField
    {...props}
    ids={typeof props.value === 'number' ? [props.value] : []}
    isSingle
    onIds={([id = null]) => props.onChange(id)}
  />
)

/** Any number of images in an order of their own. */
export const ImagesInput: OwnInput = (props) => (
  <ImagesField
    {...props}
    ids={Array.isArray(props.value) ? props.value.map(Number) : []}
    isSingle={false}
    onIds={props.onChange}
  />
)

interface ImagesFieldProps extends FieldProps {
  ids: Ids
  isSingle: boolean
  onIds: (ids: Ids) => void
}

function titlesOf({ record, name }: FieldProps): Map<number, string> {
  const stored = [record?.[refKey(name)]].flat() as ({ id: number; title: string } | null | undefined)[]
  return new Map(stored.flatMap((one) => (one ? [[one.id, one.title] as const] : [])))
}

function ImagesField({ field, ids, isSingle, onIds, ...props }: ImagesFieldProps) {
  const may = useMay()
  const [isPicking, setPicking] = useState(false)
  const labelId = useId()
  const hintId = useId()
  const { id, label, description, error, readOnly, withAsterisk } = common(field, props)
  const mayRead = may('ui', images.access.object)
  const { data } = useRows(
    images,
    { filter: { id: [...ids] }, range: [0, Math.max(ids.length, 1) - 1] },
    mayRead && ids.length > 0,
  )
  const known = new Map((data?.rows ?? []).map((image) => [image.id, image]))
  const titles = titlesOf({ field, ...props })
  const isFixed = readOnly || !mayRead
  const max = isSingle ? 1 : 'max' in field && typeof field.max === 'number' ? field.max : 100

  function add(found: readonly { readonly id: number }[]): void {
    const wanted = found.map((image) => image.id)
    onIds(isSingle ? wanted.slice(-1) : [...ids, ...wanted.filter((one) => !ids.includes(one))].slice(0, max))
  }
  function move(from: number, to: number): void {
    const next = [...ids]
    next.splice(to, 0, ...next.splice(from, 1))
    onIds(next)
  }

  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={hintId} className={classes['field']} data-wide="true">
      <Input.Label id={labelId} labelElement="div" required={withAsterisk === true}>
        {label}
      </Input.Label>
      <UploadArea
        isSingle={isSingle}
        buttonId={id}
        isDisabled={isFixed || !may('write', images.access.object) || (!isSingle && ids.length >= max)}
        onUploaded={add}
        actions={<ChooseButton onClick={() => setPicking(true)} />}
      >
        {ids.length > 0 && (
          <ol className={classes['tiles']} data-single={isSingle}>
            {ids.map((imageId, place) => (
              <Tile
                key={imageId}
                id={imageId}
                image={known.get(imageId)}
                title={titles.get(imageId) ?? `#${imageId}`}
                isFixed={isFixed}
                place={place}
                count={ids.length}
                onMove={move}
                onRemove={() => onIds(ids.filter((one) => one !== imageId))}
              />
            ))}
          </ol>
        )}
        {!isFixed && !may('write', images.access.object) && (
          <div className={classes['areaActions']}>
            <ChooseButton id={id} onClick={() => setPicking(true)} />
          </div>
        )}
      </UploadArea>
      <div id={hintId}>
        {description && <Input.Description>{description}</Input.Description>}
        {!mayRead && <Input.Description>{t('You can’t see images, so this can’t be changed here.')}</Input.Description>}
        {error && <Input.Error>{error}</Input.Error>}
      </div>
      {isPicking && (
        <Suspense>
          <ImagePicker isSingle={isSingle} onClose={() => setPicking(false)} onPick={add} />
        </Suspense>
      )}
    </div>
  )
}

/** Beside a picture there is not room for these words in every language: they go on in a second line. */
const chooseParts = { root: classes['choose'] ?? '', label: classes['chooseLabel'] ?? '' }

function ChooseButton({ id, onClick }: { id?: string; onClick: () => void }) {
  return (
    <Button
      id={id}
      classNames={chooseParts}
      variant="default"
      leftSection={<IconPhoto size={14} aria-hidden />}
      onClick={onClick}
    >
      {t('Choose from the library')}
    </Button>
  )
}

interface TileProps {
  id: number
  /** Undefined while it is loading, and when the user can't read it. */
  image: Image | undefined
  title: string
  isFixed: boolean
  place: number
  count: number
  onMove: (from: number, to: number) => void
  onRemove: () => void
}

function Tile({ id, image, title, isFixed, place, count, onMove, onRemove }: TileProps) {
  const name = image?.fileName ?? title
  return (
    <li className={classes['tile']}>
      {image ? (
        <img src={imageAddress(image, 'square')} alt={image.altText ?? ''} width={96} height={96} />
      ) : (
        <span className={classes['blank']}>{name}</span>
      )}
      <div className={classes['tileWords']}>
        <span className={classes['tileName']} title={name}>
          {name}
        </span>
        {image && <AltText key={`${id} ${image.version}`} image={image} isFixed={isFixed} />}
      </div>
      {!isFixed && (
        <div className={classes['tileActions']}>
          {count > 1 && (
            <>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                disabled={place === 0}
                aria-label={t('Move {name} forward', { name })}
                onClick={() => onMove(place, place - 1)}
              >
                <IconArrowLeft size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                disabled={place === count - 1}
                aria-label={t('Move {name} back', { name })}
                onClick={() => onMove(place, place + 1)}
              >
                <IconArrowRight size={14} aria-hidden />
              </ActionIcon>
            </>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('Remove {name}', { name })}
            onClick={onRemove}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </li>
  )
}

/** The image's own words, saved by themselves: they are the library's, and not of the record that shows it. */
function AltText({ image, isFixed }: { image: Image; isFixed: boolean }) {
  const may = useMay()
  const save = useSave(images)
  const [text, setText] = useState(image.altText ?? '')
  const mayWrite = may('write', images.access.object)
  if (isFixed || !mayWrite) return <span className={classes['hint']}>{image.altText ?? t('No alternative text')}</span>
  function keep(): void {
    if (text.trim() !== (image.altText ?? '')) save.mutate({ current: image, draft: { altText: text.trim() || null } })
  }
  return (
    <TextInput
      size="xs"
      aria-label={t('Alternative text of {name}', { name: image.fileName })}
      placeholder={t('What does it show?')}
      value={text}
      maxLength={300}
      error={save.error?.message}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // Enter would save the form around it.
        event.preventDefault()
        keep()
      }}
    />
  )
}
