CREATE TABLE "revalidated_tags" (
	"tag" text PRIMARY KEY NOT NULL,
	"revalidated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "revalidated_tags_at" ON "revalidated_tags" USING btree ("revalidated_at");