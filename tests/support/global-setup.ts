import { startStack } from './stack.ts'

export default async function globalSetup(): Promise<() => Promise<void>> {
  const { stop } = await startStack()
  return stop
}
