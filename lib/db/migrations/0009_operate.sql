CREATE TABLE "edge_purges" (
	"key" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"looked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "edge_purges_due" ON "edge_purges" USING btree ("due_at");