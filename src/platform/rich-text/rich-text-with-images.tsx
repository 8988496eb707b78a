import { ImagePicker } from '../media/image-picker.tsx'
import { uploadImage } from '../media/image-upload.web.ts'
import { imageAddress } from '../media/image-address.ts'
import { RichTextInput } from './rich-text-input.tsx'
import type { TextImages } from './text-images.web.ts'
import type { OwnInput } from '../../ui/resource/screen-parts.web.ts'

const library: TextImages = {
  addressOf: (id) => imageAddress({ id }, 1280),
  async upload(file) {
    const { id, altText } = await uploadImage(file)
    return { id, alt: altText ?? '' }
  },
  Picker: ({ onPick, onClose }) => (
    <ImagePicker
      isSingle
      onClose={onClose}
      onPick={([image]) => {
        if (image) onPick({ id: image.id, alt: image.altText ?? '' })
      }}
    />
  ),
}

/** The editor knows no images and the library no texts: here they meet. */
export const RichTextWithImages: OwnInput = (props) => <RichTextInput {...props} images={library} />
