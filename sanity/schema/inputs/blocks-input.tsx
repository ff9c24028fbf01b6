import { Button } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { type ArrayOfObjectsInputProps, type FormPatch, insert, type ObjectItemProps, setIfMissing } from 'sanity'

type Block = { _key: string }

/** Removed block. `above` is the key of the previous block, or undefined for the first block. */
type Removed = { block: Block; above: string | undefined }

/** Time in milliseconds during which Undo is available. */
const OFFER_MS = 15_000

const TOAST = 'block-removed'

function bringBack({ block, above }: Removed, blocks: Block[]): FormPatch[] {
  const isThere = blocks.some(({ _key }) => _key === above)
  if (above === undefined) return [setIfMissing([]), insert([block], 'before', [0])]
  return [setIfMissing([]), insert([block], 'after', [isThere ? { _key: above } : -1])]
}

const OnRemoved = createContext<(block: Block) => void>(() => undefined)

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'))

/** Lets editors restore a removed block with Undo, or with Ctrl-Z outside text fields. */
export function BlocksInput(props: ArrayOfObjectsInputProps) {
  const { onChange } = props
  const blocks = props.value as Block[] | undefined
  const latest = useRef<Block[]>([])
  const [removed, setRemoved] = useState<Removed>()
  const toast = useToast()

  useEffect(() => {
    latest.current = blocks ?? []
  }, [blocks])

  useEffect(() => {
    if (!removed) return undefined
    const undo = () => {
      onChange(bringBack(removed, latest.current))
      setRemoved(undefined)
      toast.push({ id: TOAST, status: 'success', title: 'Block restored', duration: 3_000 })
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping(event.target)) return
      event.preventDefault()
      undo()
    }
    toast.push({
      id: TOAST,
      status: 'info',
      title: 'Block removed',
      description: <Button text="Undo" mode="ghost" fontSize={1} padding={2} onClick={undo} />,
      closable: true,
      duration: OFFER_MS,
    })
    const end = setTimeout(() => setRemoved(undefined), OFFER_MS)
    addEventListener('keydown', onKey)
    return () => {
      clearTimeout(end)
      removeEventListener('keydown', onKey)
    }
  }, [removed, onChange, toast])

  const onRemoved = useCallback((block: Block) => {
    const index = latest.current.findIndex(({ _key }) => _key === block._key)
    setRemoved({ block, above: latest.current[index - 1]?._key })
  }, [])

  return <OnRemoved value={onRemoved}>{props.renderDefault(props)}</OnRemoved>
}

export function RemovableBlock(props: ObjectItemProps) {
  const onRemoved = useContext(OnRemoved)
  const onRemove = () => {
    onRemoved(props.value as Block)
    props.onRemove()
  }
  return props.renderDefault({ ...props, onRemove })
}
