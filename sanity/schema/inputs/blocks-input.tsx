import { Button } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { type ArrayOfObjectsInputProps, type FormPatch, insert, type ObjectItemProps, setIfMissing } from 'sanity'

type Block = { _key: string }

/** Removed block. `previousKey` is the key of the previous block, or undefined for the first block. */
type RemovedBlock = { block: Block; previousKey: string | undefined }

/** Undo stays available this long. */
const UNDO_MS = 15_000

const TOAST_ID = 'block-removed'

function restoreBlock({ block, previousKey }: RemovedBlock, blocks: Block[]): FormPatch[] {
  const hasPrevious = blocks.some(({ _key }) => _key === previousKey)
  if (previousKey === undefined) return [setIfMissing([]), insert([block], 'before', [0])]
  return [setIfMissing([]), insert([block], 'after', [hasPrevious ? { _key: previousKey } : -1])]
}

const BlockRemovalContext = createContext<(block: Block) => void>(() => undefined)

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'))

/** Lets editors restore a removed block with Undo, or with Ctrl-Z outside text fields. */
export function BlocksInput(props: ArrayOfObjectsInputProps) {
  const { onChange } = props
  const blocks = props.value as Block[] | undefined
  const latestBlocks = useRef<Block[]>([])
  const [removedBlock, setRemovedBlock] = useState<RemovedBlock>()
  const toast = useToast()

  useEffect(() => {
    latestBlocks.current = blocks ?? []
  }, [blocks])

  useEffect(() => {
    if (!removedBlock) return undefined
    const undo = () => {
      onChange(restoreBlock(removedBlock, latestBlocks.current))
      setRemovedBlock(undefined)
      toast.push({ id: TOAST_ID, status: 'success', title: 'Block restored', duration: 3_000 })
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping(event.target)) return
      event.preventDefault()
      undo()
    }
    toast.push({
      id: TOAST_ID,
      status: 'info',
      title: 'Block removed',
      description: <Button text="Undo" mode="ghost" fontSize={1} padding={2} onClick={undo} />,
      closable: true,
      duration: UNDO_MS,
    })
    const end = setTimeout(() => setRemovedBlock(undefined), UNDO_MS)
    addEventListener('keydown', onKeyDown)
    return () => {
      clearTimeout(end)
      removeEventListener('keydown', onKeyDown)
    }
  }, [removedBlock, onChange, toast])

  const recordRemoval = useCallback((block: Block) => {
    const index = latestBlocks.current.findIndex(({ _key }) => _key === block._key)
    setRemovedBlock({ block, previousKey: latestBlocks.current[index - 1]?._key })
  }, [])

  return <BlockRemovalContext value={recordRemoval}>{props.renderDefault(props)}</BlockRemovalContext>
}

export function RemovableBlock(props: ObjectItemProps) {
  const recordRemoval = useContext(BlockRemovalContext)
  const onRemove = () => {
    recordRemoval(props.value as Block)
    props.onRemove()
  }
  return props.renderDefault({ ...props, onRemove })
}
