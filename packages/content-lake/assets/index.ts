import { join } from 'node:path'
import { assertWithinLimit, type AssetDocument, type AssetKind, type UploadMeta } from './asset.ts'
import { createImageDescriber, describeFile } from './describe.ts'
import { createAssetFiles } from './files.ts'
import { createAssetHandler } from './serve.ts'

export { UPLOAD_LIMITS_BYTES } from './asset.ts'
export type { AssetDocument, UploadMeta } from './asset.ts'

type AssetsOptions = {
  dataDir: string
  publicUrl: string
  projectId: string
  /** Size of the cache for transformed images, 64 MiB by default. */
  cacheBytes?: number
}

export type Assets = ReturnType<typeof createAssets>

export function createAssets({ dataDir, publicUrl, projectId, cacheBytes = 64 * 1024 * 1024 }: AssetsOptions) {
  const files = createAssetFiles(join(dataDir, 'assets'))
  const describeImage = createImageDescriber()
  const urlBase = publicUrl.replace(/\/+$/, '')

  return {
    /**
     * Stores an upload durably and returns its asset document. The same bytes get the same `_id`.
     * @throws LakeError 400 for a broken image or unknown `meta`, 413 for a large file
     */
    async describeUpload(kind: AssetKind, bytes: Buffer, meta: UploadMeta, dataset: string): Promise<AssetDocument> {
      assertWithinLimit(kind, bytes.length)
      const { fileName, document } = kind === 'images' ? await describeImage(bytes, meta) : describeFile(bytes, meta)
      await files.save(dataset, kind, fileName, bytes)
      const path = `${kind}/${projectId}/${dataset}/${fileName}`
      return { ...document, path, url: `${urlBase}/${path}` }
    },
    serve: createAssetHandler({ files, projectId, cacheBytes }),
  }
}
