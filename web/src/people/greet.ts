/** Where somebody has signed in before, progress is brought together when nothing else is to do. */
import { idle } from "../ui/idle";
import { fetchAccount } from "./account";

void idle().then(fetchAccount).catch(() => undefined);
