CREATE TABLE "code_files" (
	"name" text PRIMARY KEY NOT NULL,
	"file_id" integer GENERATED ALWAYS AS IDENTITY (sequence name "code_files_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" text NOT NULL,
	"entries" integer NOT NULL,
	"kept" integer NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "code_rows" (
	"file_id" integer NOT NULL,
	"code" text NOT NULL,
	"other" text NOT NULL,
	"first_day" date,
	"last_day" date,
	"mark" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "code_rows_code" ON "code_rows" USING btree ("file_id","code","other");