import { join } from 'node:path'
import { assertWithinLimit, type AssetDocument, type AssetKind, type UploadMeta } from './asset.ts'
import { createImageDescriber, describeFile } from './describe.ts'
import { createAssetFiles } from './files.ts'
import { createServe } from './serve.ts'

export { UPLOAD_LIMITS } from './asset.ts'
export type { AssetDocument, UploadMeta } from './asset.ts'

type AssetsOptions = {
  dataDir: string
  publicUrl: string
  projectId: string
  /** Memory for transformed images; default 64 MiB. */
  cacheBytes?: number
}

export type Assets = ReturnType<typeof createAssets>

export function createAssets({ dataDir, publicUrl, projectId, cacheBytes = 64 * 1024 * 1024 }: AssetsOptions) {
  const files = createAssetFiles(join(dataDir, 'assets'))
  const describeImage = createImageDescriber()
  const urlBase = publicUrl.replace(/\/+$/, '')

  return {
    /** Durable. The same bytes give the same `_id`. @throws LakeError 400 (broken image, unknown `meta`) or 413 */
    async describeUpload(kind: AssetKind, bytes: Buffer, meta: UploadMeta, dataset: string): Promise<AssetDocument> {
      assertWithinLimit(kind, bytes.length)
      const { fileName, document } = kind === 'images' ? await describeImage(bytes, meta) : describeFile(bytes, meta)
      await files.save(dataset, kind, fileName, bytes)
      const path = `${kind}/${projectId}/${dataset}/${fileName}`
      return { ...document, path, url: `${urlBase}/${path}` }
    },
    serve: createServe({ files, projectId, cacheBytes }),
  }
}
