import { z } from "zod";

export interface Config { readonly publicUrl: string }
