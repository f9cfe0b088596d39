CREATE TABLE "user_writes" (
	"userid" bigint PRIMARY KEY NOT NULL,
	"wrote" "xid8" NOT NULL
);

