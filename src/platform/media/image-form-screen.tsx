import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { FocalInput } from './focal-input.tsx'
import { images } from './images.ts'

const inputs = { focalX: FocalInput }

export function ImageFormScreen() {
  return <FormScreen of={images} inputs={inputs} />
}
